// Plays one game to its end, then asks a thousand more how well the first player does.
//
//     example MODEL [SEED]
#include "astragal.hpp"

#include <cstdlib>
#include <iostream>

// The number or list behind the first "key": of an answer.
static std::string value(std::string_view json, std::string_view key) {
	std::string name = "\"" + std::string(key) + "\":";
	auto at = json.find(name);
	if (at == json.npos) return {};
	at += name.size();
	auto end = json[at] == '[' ? json.find(']', at) + 1 : json.find_first_of(",}", at);
	return std::string(json.substr(at, end - at));
}

int main(int argc, char **argv) try {
	if (argc < 2) {
		std::cerr << "usage: example MODEL [SEED]\n";
		return 2;
	}
	std::string seed = argc > 2 ? argv[2] : "1";

	astragal::runtime rt("{}");
	rt.on_log(ASTRAGAL_LOG_INFO, [](int, std::string_view text) { std::clog << "log: " << text << '\n'; });

	std::string path = argv[1];
	auto model = value(rt.ask("model.load", "\"path\":\"" + path + "\"").text(), "model");
	auto game = value(rt.ask("game.new", "\"model\":" + model + ",\"seed\":" + seed).text(), "game");
	auto end = rt.ask("game.play", "\"game\":" + game + R"(,"agents":"random")");
	std::cout << "one game: " << value(end.text(), "answers") << " answers, payoffs "
	          << value(end.text(), "payoffs") << '\n';

	try {
		rt.ask("game.answer", "\"game\":" + game + R"(,"option":0)");
	} catch (const astragal::error &e) {
		std::cout << "one answer more: " << e.code() << '\n';
	}

	auto many = rt.ask("simulate.run", "\"model\":" + model + R"(,"games":1000,"seed":)" + seed);
	std::cout << "a thousand games: " << many.text() << '\n';
	return 0;
} catch (const std::exception &e) {
	std::cerr << e.what() << '\n';
	return 1;
}
