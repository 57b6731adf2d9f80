// The protocol between a peer in C++ and the benchmark, over standard input and output. It is
// described in internal/wire/doc.go.

#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace peer {

struct Chunk {
  const char *data;
  size_t size;
};

// What a walk over the tokens has seen; see contest.Tally.
struct Tally {
  size_t tokens = 0, text = 0;
};

// Does the work once on a chunk, and adds to the tally if it visits tokens. Returns false if it
// rejects the chunk.
using Work = std::function<bool(const Chunk &, Tally &)>;

struct Contestant {
  std::string category, name, note;
  Work work;
};

// Bytes after the last chunk that contestants may read but must not interpret.
constexpr size_t padding = 256;

class Server {
 public:
  Server(std::string version, std::vector<Contestant> contestants)
      : version_(std::move(version)), contestants_(std::move(contestants)) {}

  // Carries out commands until the end of the input.
  void serve() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string command;
    while (std::cin >> command) {
      if (command == "hello") {
        hello();
      } else if (command == "load") {
        load();
      } else if (command == "run") {
        const Work &work = chosen();
        run(work, readNumber());
      } else if (command == "apply") {
        apply(chosen());
      } else {
        fail("no such command: " + command);
      }
    }
  }

 private:
  std::string version_;
  std::vector<Contestant> contestants_;

  // The chunks are adjacent as in the Go process, so bytes that are read after a chunk belong to the
  // next chunk. After the last chunk, there is padding.
  std::vector<char> pool_;
  std::vector<Chunk> chunks_;

  [[noreturn]] static void fail(const std::string &text) {
    std::cout << "error " << text << std::endl;
    std::exit(1);
  }

  static size_t readNumber() {
    size_t n;
    if (!(std::cin >> n)) fail("a number was expected");
    return n;
  }

  const Work &chosen() {
    const size_t i = readNumber();
    if (i >= contestants_.size()) fail("no such contestant");
    return contestants_[i].work;
  }

  void hello() {
    std::cout << "version " << version_ << ", g++ " << __VERSION__ << '\n';
    for (const auto &c : contestants_) std::cout << "contestant " << c.category << '\t' << c.name << '\t' << c.note << '\n';
    std::cout << "ok" << std::endl;
  }

  void load() {
    const size_t count = readNumber();
    std::vector<size_t> sizes;
    pool_.clear();
    for (size_t i = 0; i < count; i++) {
      const size_t size = readNumber(), at = pool_.size();
      std::cin.get();  // the end of the line
      pool_.resize(at + size);
      if (size > 0 && !std::cin.read(&pool_[at], std::streamsize(size))) fail("a chunk was cut off");
      sizes.push_back(size);
    }
    pool_.resize(pool_.size() + padding, ' ');
    chunks_.clear();
    const char *data = pool_.data();
    for (size_t size : sizes) {
      chunks_.push_back({data, size});
      data += size;
    }
    std::cout << "ok" << std::endl;
  }

  static int64_t cpuNanos() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    auto nanos = [](const timeval &t) { return int64_t(t.tv_sec) * 1000000000 + int64_t(t.tv_usec) * 1000; };
    return nanos(u.ru_utime) + nanos(u.ru_stime);
  }

  bool pass(const Work &work) {
    Tally tally;
    for (const Chunk &c : chunks_) {
      if (!work(c, tally)) return false;
    }
    return true;
  }

  void run(const Work &work, size_t passes) {
    bool ok = pass(work);  // does not count: it brings the input back into the caches
    const int64_t start = cpuNanos();
    for (size_t i = 0; ok && i < passes; i++) ok = pass(work);
    if (!ok) {
      std::cout << "rejected" << std::endl;
      return;
    }
    std::cout << "ok " << cpuNanos() - start << " 0" << std::endl;
  }

  void apply(const Work &work) {
    Tally tally;
    if (chunks_.empty() || !work(chunks_[0], tally)) {
      std::cout << "rejected" << std::endl;
      return;
    }
    const std::string out = std::to_string(tally.tokens) + " tokens, " + std::to_string(tally.text) + " bytes";
    std::cout << "ok " << out.size() << '\n' << out << std::flush;
  }
};

}  // namespace peer
