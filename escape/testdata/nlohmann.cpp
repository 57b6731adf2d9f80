// Writes nlohmann.tsv, what nlohmann::json makes of strings that are not always UTF-8:
//
//     g++ -std=c++17 -o /tmp/nlohmann nlohmann.cpp && /tmp/nlohmann <nlohmann.inputs >nlohmann.tsv
//
// Each line of the input is a string in hexadecimal; what follows a # is a remark. The
// columns of the output are: input in hexadecimal, whether ensure_ascii was set, and the
// outputs of the handlers strict, replace and ignore. An output that begins with ! is the
// text of an exception.
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

using nlohmann::json;

static std::string dump(const std::string& text, bool ascii, json::error_handler_t handler) {
  try {
    return json(text).dump(-1, ' ', ascii, handler);
  } catch (const json::exception& e) {
    return std::string("!") + e.what();
  }
}

int main() {
  std::cout << "# nlohmann::json " << NLOHMANN_JSON_VERSION_MAJOR << "." << NLOHMANN_JSON_VERSION_MINOR << "."
            << NLOHMANN_JSON_VERSION_PATCH << "\n";
  for (std::string line; std::getline(std::cin, line);) {
    std::string hex, text;
    std::istringstream bytes(line.substr(0, line.find('#')));
    for (std::string byte; bytes >> byte;) {
      hex += (hex.empty() ? "" : " ") + byte;
      text += static_cast<char>(std::stoi(byte, nullptr, 16));
    }
    for (bool ascii : {false, true}) {
      std::cout << hex << "\t" << (ascii ? "ascii" : "utf8");
      for (auto handler : {json::error_handler_t::strict, json::error_handler_t::replace, json::error_handler_t::ignore}) {
        std::cout << "\t" << dump(text, ascii, handler);
      }
      std::cout << "\n";
    }
  }
}
