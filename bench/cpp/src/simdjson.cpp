// The contestants of simdjson.

#include <memory>

#include "peer.h"
#include "simdjson.h"

static_assert(peer::padding >= simdjson::SIMDJSON_PADDING, "the padding after the chunks is too short");

namespace {

using peer::Chunk;
using peer::Tally;
using peer::Work;

// Parses to the DOM. The parser and its tape are used again for every chunk. A parser
// keeps the kernel that is active when it allocates for the first time.
Work domParse(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<simdjson::dom::parser>();
  return [=](const Chunk &c, Tally &) {
    simdjson::get_active_implementation() = kernel;
    return parser->parse(c.data, c.size, false).error() == simdjson::SUCCESS;
  };
}

Work parseMany(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<simdjson::dom::parser>();
  return [=](const Chunk &c, Tally &) {
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
  return [=](const Chunk &c, Tally &) {
    if (c.size > *capacity || !*parser) {
      *capacity = c.size > 256 ? c.size : 256;
      if (kernel->create_dom_parser_implementation(*capacity, 1024, *parser)) return false;
    }
    auto error = (*parser)->stage1(reinterpret_cast<const uint8_t *>(c.data), c.size, simdjson::stage1_mode::regular);
    return error == simdjson::SUCCESS;
  };
}

Work minify(const simdjson::implementation *kernel) {
  auto out = std::make_shared<std::vector<uint8_t>>();
  return [=](const Chunk &c, Tally &) {
    if (out->size() < c.size + peer::padding) out->resize(c.size + peer::padding);
    size_t size;
    return kernel->minify(reinterpret_cast<const uint8_t *>(c.data), c.size, out->data(), size) == simdjson::SUCCESS;
  };
}

namespace ondemand = simdjson::ondemand;

bool visit(ondemand::value value, Tally &t) noexcept;

bool visitArray(ondemand::array &array, Tally &t) noexcept {
  t.tokens += 2;
  for (auto item : array) {
    if (item.error() || !visit(item.value_unsafe(), t)) return false;
  }
  return true;
}

// Names do not count as text, because simdjson returns them without their length.
bool visitObject(ondemand::object &object, Tally &t) noexcept {
  t.tokens += 2;
  for (auto item : object) {
    if (item.error()) return false;
    t.tokens++;
    if (!visit(item.value_unsafe().value(), t)) return false;
  }
  return true;
}

// Visits a value of a document, and everything in it. Strings and numbers are taken as they are
// written. On most documents, looking at the first byte of a value is twice as fast as type().
bool visit(ondemand::value value, Tally &t) noexcept {
  const std::string_view raw = value.raw_json_token();
  switch (raw[0]) {
    case '[': {
      ondemand::array array;
      return !value.get_array().get(array) && visitArray(array, t);
    }
    case '{': {
      ondemand::object object;
      return !value.get_object().get(object) && visitObject(object, t);
    }
    case '"':
      t.tokens++;
      t.text += raw.size() - 2;
      return true;
    case 't':
    case 'f': {
      t.tokens++;
      bool boolean;
      return !value.get_bool().get(boolean);
    }
    case 'n': {
      t.tokens++;
      bool null;
      return !value.is_null().get(null) && null;
    }
  }
  t.tokens++;
  return raw[0] == '-' || (raw[0] >= '0' && raw[0] <= '9');
}

// Visits a document. A scalar at its root is converted, because that is the only way to get past it.
bool visitRoot(ondemand::document &doc, Tally &t) noexcept {
  std::string_view raw;
  if (doc.raw_json_token().get(raw)) return false;
  bool boolean;
  if (raw[0] != '[' && raw[0] != '{') t.tokens++;
  switch (raw[0]) {
    case '[':
    case '{': {
      ondemand::value root;
      return !doc.get_value().get(root) && visit(root, t);
    }
    case '"':
      return !doc.get_raw_json_string().error();
    case 't':
    case 'f':
      return !doc.get_bool().get(boolean);
    case 'n':
      return !doc.is_null().get(boolean) && boolean;
  }
  return !doc.get_number().error();
}

// Visits every token with On-Demand. The kernel finds the structural characters; the walk itself uses
// the instructions for which this file is compiled.
Work walk(const simdjson::implementation *kernel) {
  auto parser = std::make_shared<simdjson::ondemand::parser>();
  return [=](const Chunk &c, Tally &t) {
    simdjson::get_active_implementation() = kernel;
    const simdjson::padded_string_view text(c.data, c.size, c.size + simdjson::SIMDJSON_PADDING);
    simdjson::ondemand::document doc;
    if (parser->iterate(text).get(doc)) return false;
    return visitRoot(doc, t) && doc.current_location().error() == simdjson::OUT_OF_BOUNDS;
  };
}

std::vector<peer::Contestant> contestants() {
  std::vector<peer::Contestant> all;
  for (auto kernel : simdjson::get_available_implementations()) {
    const std::string name = kernel->name();
    if ((name != "icelake" && name != "haswell" && name != "arm64") || !kernel->supported_by_runtime_system()) continue;
    const std::string suffix = " (" + name + ")";
    all.push_back({"documents", "simdjson DOM" + suffix, "C++; builds a tape and converts numbers", domParse(kernel)});
    all.push_back({"documents", "simdjson stage 1" + suffix, "C++; finds structural characters and checks UTF-8, but not the grammar", stageOne(kernel)});
    all.push_back({"utf8", "simdjson validate_utf8" + suffix, "C++",
                   [=](const Chunk &c, Tally &) { return kernel->validate_utf8(c.data, c.size); }});
    all.push_back({"tokens", "simdjson On-Demand" + suffix, "C++; visits each value; keeps strings and numbers as text", walk(kernel)});
    all.push_back({"compact", "simdjson minify" + suffix, "C++; does not check the grammar", minify(kernel)});
    all.push_back({"records", "simdjson parse_many" + suffix, "C++; builds tapes in one thread", parseMany(kernel)});
  }
  return all;
}

}  // namespace

int main() {
  const std::string version = std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                              std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
                              std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
  peer::Server(version, contestants()).serve();
}
