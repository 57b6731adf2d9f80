// The contestants of simdjson, driven over standard input and output. The protocol is
// described in internal/wire/doc.go.

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "simdjson.h"

namespace {

struct Chunk {
  const char *data;
  size_t size;
};

// Does the work once on a chunk; false when it does not accept it.
using Work = std::function<bool(const Chunk &)>;

struct Contestant {
  std::string category, name, note;
  Work work;
};

// The chunks lie side by side as in the Go process, with the padding that simdjson
// asks for after the last: what it reads past a chunk belongs to the next one.
std::vector<char> pool;
std::vector<Chunk> chunks;

int64_t cpuNanos() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  auto nanos = [](const timeval &t) { return int64_t(t.tv_sec) * 1000000000 + int64_t(t.tv_usec) * 1000; };
  return nanos(u.ru_utime) + nanos(u.ru_stime);
}

// Parses to the DOM. The parser and its tape are used again for every chunk. A parser
// keeps the kernel that is active when it allocates for the first time.
Work domParse(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<simdjson::dom::parser>();
  return [=](const Chunk &c) {
    simdjson::get_active_implementation() = kernel;
    return parser->parse(c.data, c.size, false).error() == simdjson::SUCCESS;
  };
}

Work parseMany(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<simdjson::dom::parser>();
  return [=](const Chunk &c) {
    simdjson::get_active_implementation() = kernel;
    simdjson::dom::document_stream docs;
    if (parser->parse_many(c.data, c.size, simdjson::dom::DEFAULT_BATCH_SIZE).get(docs)) return false;
    for (auto doc : docs) {
      if (doc.error()) return false;
    }
    return docs.truncated_bytes() == 0;
  };
}

Work stageOne(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<std::unique_ptr<simdjson::internal::dom_parser_implementation>>();
  auto capacity = std::make_shared<size_t>(0);
  return [=](const Chunk &c) {
    if (c.size > *capacity || !*parser) {
      *capacity = c.size > 256 ? c.size : 256;
      if (kernel->create_dom_parser_implementation(*capacity, 1024, *parser)) return false;
    }
    auto error = (*parser)->stage1(reinterpret_cast<const uint8_t *>(c.data), c.size, simdjson::stage1_mode::regular);
    return error == simdjson::SUCCESS;
  };
}

std::vector<Contestant> contestants() {
  std::vector<Contestant> all;
  for (auto kernel : simdjson::get_available_implementations()) {
    const std::string name = kernel->name();
    if ((name != "icelake" && name != "haswell" && name != "arm64") || !kernel->supported_by_runtime_system()) continue;
    const std::string suffix = " (" + name + ")";
    all.push_back({"documents", "simdjson DOM" + suffix, "C++; builds a tape and converts numbers", domParse(kernel)});
    all.push_back({"documents", "simdjson stage 1" + suffix, "C++; finds structural characters and checks UTF-8, but not the grammar", stageOne(kernel)});
    all.push_back({"utf8", "simdjson validate_utf8" + suffix, "C++",
                   [=](const Chunk &c) { return kernel->validate_utf8(c.data, c.size); }});
    all.push_back({"records", "simdjson parse_many" + suffix, "C++; builds tapes in one thread", parseMany(kernel)});
  }
  return all;
}

[[noreturn]] void fail(const std::string &text) {
  std::cout << "error " << text << std::endl;
  std::exit(1);
}

size_t readNumber() {
  size_t n;
  if (!(std::cin >> n)) fail("a number was expected");
  return n;
}

void load() {
  const size_t count = readNumber();
  std::vector<size_t> sizes;
  pool.clear();
  for (size_t i = 0; i < count; i++) {
    const size_t size = readNumber(), at = pool.size();
    std::cin.get();  // the end of the line
    pool.resize(at + size);
    if (size > 0 && !std::cin.read(&pool[at], std::streamsize(size))) fail("a chunk was cut off");
    sizes.push_back(size);
  }
  pool.resize(pool.size() + simdjson::SIMDJSON_PADDING, ' ');
  chunks.clear();
  const char *data = pool.data();
  for (size_t size : sizes) {
    chunks.push_back({data, size});
    data += size;
  }
  std::cout << "ok" << std::endl;
}

bool pass(const Work &work) {
  for (const Chunk &c : chunks) {
    if (!work(c)) return false;
  }
  return true;
}

void run(const Work &work, size_t passes) {
  bool ok = pass(work);  // does not count: it brings the input back to the caches
  const int64_t start = cpuNanos();
  for (size_t i = 0; ok && i < passes; i++) ok = pass(work);
  if (!ok) {
    std::cout << "rejected" << std::endl;
    return;
  }
  std::cout << "ok " << cpuNanos() - start << " 0" << std::endl;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const auto all = contestants();
  auto chosen = [&]() -> const Work & {
    const size_t i = readNumber();
    if (i >= all.size()) fail("no such contestant");
    return all[i].work;
  };
  std::string command;
  while (std::cin >> command) {
    if (command == "hello") {
      std::cout << "version " << simdjson::SIMDJSON_VERSION_MAJOR << '.' << simdjson::SIMDJSON_VERSION_MINOR << '.'
                << simdjson::SIMDJSON_VERSION_REVISION << ", g++ " << __VERSION__ << '\n';
      for (const auto &c : all) std::cout << "contestant " << c.category << '\t' << c.name << '\t' << c.note << '\n';
      std::cout << "ok" << std::endl;
    } else if (command == "load") {
      load();
    } else if (command == "run") {
      const Work &work = chosen();
      run(work, readNumber());
    } else if (command == "apply") {
      const Work &work = chosen();
      std::cout << (!chunks.empty() && work(chunks[0]) ? "ok 0" : "rejected") << std::endl;
    } else {
      fail("no such command: " + command);
    }
  }
}
