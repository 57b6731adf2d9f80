// The contestants of simdutf.

#include "peer.h"
#include "simdutf.h"

namespace {

std::vector<peer::Contestant> contestants() {
  std::vector<peer::Contestant> all;
  for (auto kernel : simdutf::get_available_implementations()) {
    const std::string name(kernel->name());
    if ((name != "icelake" && name != "haswell" && name != "arm64") || !kernel->supported_by_runtime_system()) continue;
    all.push_back({"utf8", "simdutf validate_utf8 (" + name + ")", "C++",
                   [=](const peer::Chunk &c, peer::Tally &) { return kernel->validate_utf8(c.data, c.size); }});
  }
  return all;
}

}  // namespace

int main() { peer::Server(SIMDUTF_VERSION, contestants()).serve(); }
