// Writes nlohmann.tsv, what nlohmann::json dumps in all of its modes:
//
//     g++ -std=c++17 -o /tmp/nlohmann nlohmann.cpp && /tmp/nlohmann <nlohmann.inputs >nlohmann.tsv
//
// Each line of the input is a document. In its strings and names, %FF stands for the byte FF. The
// columns of the output are: indent, indent_char (sp or tab), whether ensure_ascii is set, the error
// handler, and the output, in which \n, \t and \\ are escapes. The line before the modes of a document
// is the document after a >. An output that begins with ! is the text of an exception.
//
// With an argument, such as "4 sp utf8", the program dumps the document from standard input in that mode.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

using json = nlohmann::ordered_json;
using handler = json::error_handler_t;

static std::string bytes(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] == '%') {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

static json replaced(const json& v) {
  if (v.is_string()) return bytes(v.get<std::string>());
  if (v.is_array()) {
    json out = json::array();
    for (const auto& e : v) out.push_back(replaced(e));
    return out;
  }
  if (v.is_object()) {
    json out = json::object();
    for (const auto& [name, e] : v.items()) out[bytes(name)] = replaced(e);
    return out;
  }
  return v;
}

static std::string dump(const json& v, int indent, char c, bool ascii, handler h) {
  try {
    return v.dump(indent, c, ascii, h);
  } catch (const json::exception& e) {
    return std::string("!") + e.what();
  }
}

static std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '\\') out += "\\\\";
    else out += c;
  }
  return out;
}

int main(int argc, char** argv) {
  if (argc == 4) {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    std::cout << dump(json::parse(text), std::atoi(argv[1]), std::string(argv[2]) == "tab" ? '\t' : ' ', std::string(argv[3]) == "ascii", handler::strict);
    return 0;
  }
  std::cout << "# nlohmann::json " << NLOHMANN_JSON_VERSION_MAJOR << "." << NLOHMANN_JSON_VERSION_MINOR << "." << NLOHMANN_JSON_VERSION_PATCH << "\n";
  const std::pair<int, char> layouts[] = {{-1, ' '}, {0, ' '}, {1, ' '}, {1, '\t'}, {2, ' '}, {4, ' '}};
  const char* names[] = {"strict", "replace", "ignore"};
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << ">" << line << "\n";
    const json v = replaced(json::parse(line));
    for (auto [indent, c] : layouts)
      for (bool ascii : {false, true})
        for (int h = 0; h < 3; h++)
          std::cout << indent << "\t" << (c == ' ' ? "sp" : "tab") << "\t" << (ascii ? "ascii" : "utf8") << "\t" << names[h] << "\t"
                    << escaped(dump(v, indent, c, ascii, static_cast<handler>(h))) << "\n";
  }
}
