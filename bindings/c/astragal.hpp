// Astragal for C++17: astragal.h with memory and errors looked after. One header, nothing to link but
// the library itself.
//
//     astragal::runtime rt;
//     auto model = rt.ask("model.load", R"("path":"model.yaml")");
//     std::cout << model.text() << '\n';
//
// What astragal.h says of threads, forks and callbacks holds here too.
#ifndef ASTRAGAL_HPP
#define ASTRAGAL_HPP

#include "astragal.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace astragal {

// A status that is not ASTRAGAL_OK, or an answer with "ok": false.
class error : public std::runtime_error {
public:
	error(int status, std::string code, const std::string &what)
	    : std::runtime_error(what), status_(status), code_(std::move(code)) {}

	// One of ASTRAGAL_*; ASTRAGAL_OK when the request was understood and refused.
	int status() const noexcept { return status_; }
	// The code of an answer, such as "bad_answer"; empty when there was none.
	const std::string &code() const noexcept { return code_; }

private:
	int status_;
	std::string code_;
};

inline const char *status_text(int status) noexcept {
	switch (status) {
	case ASTRAGAL_OK: return "ok";
	case ASTRAGAL_BAD_REQUEST: return "bad request";
	case ASTRAGAL_BAD_HANDLE: return "no such handle";
	case ASTRAGAL_PANIC: return "a fault of the library";
	case ASTRAGAL_LIMIT: return "a limit was reached";
	case ASTRAGAL_FORKED: return "the library cannot be used in a forked process";
	case ASTRAGAL_CANCELLED: return "cancelled";
	case ASTRAGAL_CLOSED: return "the runtime was freed";
	}
	return "an unknown status";
}

// Bytes that the library made; freed with the object.
class buffer {
public:
	buffer() noexcept : raw_{nullptr, 0, 0} {}
	explicit buffer(astragal_buffer raw) noexcept : raw_(raw) {}
	buffer(buffer &&other) noexcept : raw_(std::exchange(other.raw_, astragal_buffer{nullptr, 0, 0})) {}
	buffer &operator=(buffer &&other) noexcept {
		std::swap(raw_, other.raw_);
		return *this;
	}
	buffer(const buffer &) = delete;
	buffer &operator=(const buffer &) = delete;
	~buffer() { astragal_buffer_free(&raw_); }

	const std::uint8_t *data() const noexcept { return raw_.data; }
	std::size_t size() const noexcept { return raw_.len; }
	bool empty() const noexcept { return raw_.len == 0; }
	// The bytes as text, good as long as the buffer.
	std::string_view text() const noexcept {
		return {reinterpret_cast<const char *>(raw_.data), raw_.len};
	}

private:
	astragal_buffer raw_;
};

// A runtime; freed with the object. Any thread may use it, but not while it is being destroyed.
class runtime {
public:
	using listener = std::function<void(int level, std::string_view text)>;

	// config: a map in JSON or msgpack; empty takes every default.
	explicit runtime(std::string_view config = {}) {
		if (astragal_abi_version() != ASTRAGAL_ABI_VERSION)
			throw error(ASTRAGAL_BAD_REQUEST, {}, "the library has another ABI than astragal.hpp");
		int status = astragal_runtime_new(config.data(), config.size(), &handle_);
		if (status == ASTRAGAL_BAD_REQUEST) {
			astragal_buffer why;
			astragal_poll(0, &why);
			throw error(status, {}, "configuration: " + std::string(buffer(why).text()));
		}
		check(status);
	}
	runtime(const runtime &) = delete;
	runtime &operator=(const runtime &) = delete;
	~runtime() { astragal_runtime_free(handle_); }

	astragal_runtime handle() const noexcept { return handle_; }

	// One request of the protocol as it stands, msgpack or JSON. Throws for a status only: an answer
	// that refuses is an answer.
	buffer call(std::string_view request) {
		astragal_buffer raw;
		int status = astragal_call(handle_, request.data(), request.size(), &raw);
		buffer answer(raw);
		rethrow();
		if (status != ASTRAGAL_OK) throw refusal(status, answer.text());
		return answer;
	}

	// One request in JSON: a method, and what stands between the braces of its params. Throws when it is
	// refused, with the code.
	buffer ask(std::string_view method, std::string_view params = {}) {
		std::string request = R"({"v":1,"id":)" + std::to_string(++calls_) + R"(,"method":")";
		request.append(method).append(R"(","params":{)").append(params).append("}}");
		buffer answer = call(request);
		if (answer.text().find(R"("ok":true)") == std::string_view::npos)
			throw refusal(ASTRAGAL_OK, answer.text());
		return answer;
	}

	// Stops the calls under way that have this id; false when there is none.
	bool cancel(std::uint64_t call_id) {
		int status = astragal_cancel(handle_, call_id);
		if (status == ASTRAGAL_BAD_HANDLE) return false;
		check(status);
		return true;
	}

	// The next line of the log or progress of a simulation; empty when there is none.
	buffer poll() {
		astragal_buffer raw;
		int status = astragal_poll(handle_, &raw);
		buffer said(raw);
		rethrow();
		check(status);
		return said;
	}

	// Who hears the log, from which level on; an empty listener leaves the lines to poll. It is called
	// at the end of a call, on the thread of that call, which rethrows what it throws. Listeners that
	// were replaced are kept until the runtime goes: another thread may still be inside one.
	void on_log(int level, listener hear) {
		std::lock_guard<std::mutex> hold(listening_);
		if (!hear) {
			check(astragal_set_log(handle_, level, nullptr, nullptr));
			return;
		}
		auto kept = std::make_unique<kept_listener>(kept_listener{std::move(hear), std::move(kept_)});
		check(astragal_set_log(handle_, level, &runtime::heard, kept.get()));
		kept_ = std::move(kept);
	}

private:
	struct kept_listener {
		listener hear;
		std::unique_ptr<kept_listener> before;
	};

	static std::exception_ptr &thrown() {
		static thread_local std::exception_ptr pending;
		return pending;
	}

	static void heard(void *user_data, int level, const char *text, size_t len) {
		try {
			static_cast<kept_listener *>(user_data)->hear(level, std::string_view(text, len));
		} catch (...) {
			thrown() = std::current_exception();
		}
	}

	static void rethrow() {
		if (thrown()) std::rethrow_exception(std::exchange(thrown(), nullptr));
	}

	static void check(int status) {
		if (status != ASTRAGAL_OK) throw error(status, {}, status_text(status));
	}

	// The error of an answer in JSON; one in msgpack is told by its status.
	static error refusal(int status, std::string_view answer) {
		constexpr std::string_view key = R"("code":")";
		std::string code;
		if (auto at = answer.find(key); !answer.empty() && answer[0] == '{' && at != answer.npos) {
			at += key.size();
			code = answer.substr(at, answer.find('"', at) - at);
			return error(status, code, std::string(answer));
		}
		return error(status, code, status_text(status));
	}

	astragal_runtime handle_ = 0;
	std::atomic<std::uint64_t> calls_{0};
	std::mutex listening_;
	std::unique_ptr<kept_listener> kept_;
};

} // namespace astragal

#endif
