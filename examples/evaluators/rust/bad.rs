//! An evaluator that does what a stranger's might: args {do: ...} names the deed. What a runtime must bear, and a test of one
//! can use.
#![no_std]
#[macro_use]
mod astragal;
use astragal::{Answer, Value};
use core::{arch::wasm32, ptr};

#[no_mangle]
extern "C" fn astragal_call(at: *const u8, n: usize) -> u64 {
    let call = unsafe { core::slice::from_raw_parts(at, n) };
    unsafe { LIE = None };
    let answer = astragal::run(call, evaluate);
    unsafe { LIE }.unwrap_or(answer)
}

static mut LIE: Option<u64> = None; // what is answered instead

/// Answers that are none, byte for byte.
const LIES: [(&str, &[u8]); 12] = [
    ("empty", b""),
    ("garbage", b"\xc1\xc1\xc1"),
    ("cut", b"\x81\xa5value\xcb\x40"),
    ("trailing", b"\x81\xa5value\x01\x02"),
    ("huge", b"\x81\xa5value\xdd\xff\xff\xff\xff"),
    ("number", b"\x2a"),
    ("nothing", b"\x80"),
    ("unknown", b"\x81\xa6secret\x01"),
    ("both", b"\x82\xa3ops\x90\xa5value\x01"),
    ("twice", b"\x82\xa5value\x01\xa5value\x02"),
    ("key", b"\x81\x01\x02"),
    ("text", b"\x81\xa5value\xa2\xff\xfe"),
];

static mut TURN: i64 = 0;

/// Keeps the optimiser from seeing through.
fn turn(n: i64) -> i64 {
    unsafe {
        ptr::write_volatile(&mut TURN, n);
        ptr::read_volatile(&TURN)
    }
}

fn loops() {
    loop {
        turn(1);
    }
}

fn recurse(n: i64) -> i64 {
    if n < 0 {
        return 0; // never
    }
    3 * recurse(turn(n) + 1) + turn(n)
}

fn storm() {
    loop {
        astragal::log("the same again");
    }
}

fn begin(answer: &mut Answer) {
    answer.map(1);
    answer.text("value");
}

/// Takes all the memory it can get and tells how many pages it then had.
fn grow(answer: &mut Answer) {
    while wasm32::memory_grow(0, 1) != usize::MAX {}
    begin(answer);
    answer.int(wasm32::memory_size(0) as i64);
}

/// Nests lists far beyond what anybody reads.
fn deep(answer: &mut Answer) {
    begin(answer);
    for _ in 0..100_000 {
        answer.list(1);
    }
    answer.nil();
}

/// Answers with more than anybody keeps.
fn big(answer: &mut Answer) {
    begin(answer);
    answer.text_head(2 << 20);
    for _ in 0..1 << 17 {
        answer.say("xxxxxxxxxxxxxxxx");
    }
}

/// Computes one, so that its bits are the processor's choice.
fn nan(answer: &mut Answer, zero: f64) {
    begin(answer);
    answer.float(zero / zero);
}

fn chance(answer: &mut Answer) {
    answer.map(1);
    answer.text("chance");
    answer.list(1);
    answer.list(2);
    answer.text("sure");
    answer.float(-1.0);
}

/// Answers with the ops it was told to, which its manifest may not allow.
fn ops(answer: &mut Answer, told: Value) {
    answer.map(1);
    answer.text("ops");
    answer.value(told);
}

/// Answers what it was told to: after a bad call a good one must still work.
fn fine(answer: &mut Answer, told: Value) {
    begin(answer);
    answer.value(told);
}

fn lie(deed: &[u8]) -> Option<u64> {
    match deed {
        b"pointer" => return Some(astragal::packed(0xffff_f000, 16)),
        b"length" => return Some(astragal::packed(8, 0xffff_fff0)),
        b"null" => return Some(0),
        _ => {}
    }
    let (_, b) = LIES.iter().find(|(name, _)| name.as_bytes() == deed)?;
    Some(astragal::packed(b.as_ptr() as usize, b.len()))
}

fn evaluate(call: Value, answer: &mut Answer) {
    let args = call.get("args");
    let deed = args.get("do").text().unwrap_or(b"");
    unsafe { LIE = lie(deed) };
    match deed {
        b"loop" => loops(),
        b"grow" => grow(answer),
        b"trap" => wasm32::unreachable(),
        b"recurse" => answer.int(recurse(0)),
        b"storm" => storm(),
        b"deep" => deep(answer),
        b"big" => big(answer),
        b"nan" => nan(answer, args.get("zero").float().unwrap_or(0.0)),
        b"chance" => chance(answer),
        b"ops" => ops(answer, args.get("ops")),
        b"fine" => fine(answer, args.get("value")),
        _ => {
            answer.refuse();
            answer.say("args.do: no such deed");
            answer.close();
        }
    }
}
