// Tests astragal.hpp: that errors are thrown with their codes, that listeners may throw, that objects
// may be moved. test MODEL
#include "astragal.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

static int failures;

#define CHECK(cond)                                                              \
	do {                                                                         \
		if (!(cond)) {                                                           \
			std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #cond); \
			failures++;                                                          \
		}                                                                        \
	} while (0)

template <class F> static void throws(F &&body, int status, const std::string &code) {
	try {
		body();
		CHECK(!"nothing was thrown");
	} catch (const astragal::error &e) {
		CHECK(e.status() == status);
		CHECK(e.code() == code);
		CHECK(*e.what() != '\0');
	}
}

int main(int argc, char **argv) {
	if (argc < 2) return 2;
	const std::string path = std::string("\"path\":\"") + argv[1] + "\"";

	throws([] { astragal::runtime rt("{\"nonsense\":1}"); }, ASTRAGAL_BAD_REQUEST, "");
	throws([] { astragal::runtime rt("\xc1"); }, ASTRAGAL_BAD_REQUEST, "");

	astragal::runtime rt("{}");
	throws([&] { rt.ask("no.method"); }, ASTRAGAL_OK, "unknown_method");
	throws([&] { rt.call("{"); }, ASTRAGAL_BAD_REQUEST, "bad_request");
	throws([&] { rt.call("\xc1"); }, ASTRAGAL_BAD_REQUEST, "");
	throws([&] { rt.call(""); }, ASTRAGAL_BAD_REQUEST, "");
	CHECK(!rt.cancel(1));

	rt.ask("model.load", path);
	CHECK(rt.poll().text().find("\"kind\":\"log\"") != std::string_view::npos);
	CHECK(rt.poll().empty());

	int lines = 0;
	rt.on_log(ASTRAGAL_LOG_INFO, [&](int level, std::string_view text) {
		lines++;
		CHECK(level == ASTRAGAL_LOG_INFO && !text.empty());
	});
	auto answer = rt.ask("model.load", path);
	CHECK(lines == 1);

	// What a listener throws comes out of the call that it was heard in; the next call is unhurt.
	rt.on_log(ASTRAGAL_LOG_INFO, [](int, std::string_view) { throw std::runtime_error("enough"); });
	bool thrown = false;
	try {
		rt.ask("model.load", path);
	} catch (const std::runtime_error &e) {
		thrown = std::string(e.what()) == "enough";
	}
	CHECK(thrown);
	rt.on_log(ASTRAGAL_LOG_INFO, {});
	CHECK(!rt.ask("runtime.info").empty());

	astragal::buffer moved = std::move(answer);
	CHECK(answer.empty() && moved.text().find("\"ok\":true") != std::string_view::npos);
	answer = std::move(moved);
	CHECK(answer.text().find("\"ok\":true") != std::string_view::npos);

	// A long call is stopped from another thread.
	std::string text(answer.text());
	std::string model = text.substr(text.find("\"model\":") + 8);
	model.resize(model.find_first_of(",}"));
	std::thread stop([&] {
		for (int i = 0; i < 5000 && !rt.cancel(99); i++) std::this_thread::sleep_for(std::chrono::milliseconds(1));
	});
	throws(
	    [&] {
		    rt.call("{\"v\":1,\"id\":99,\"method\":\"simulate.run\",\"params\":{\"model\":" + model +
		            ",\"games\":100000000}}");
	    },
	    ASTRAGAL_CANCELLED, "cancelled");
	stop.join();
	return failures;
}
