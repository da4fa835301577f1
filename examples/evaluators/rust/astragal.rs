//! The whole kit for an evaluator in Rust, without the standard library: reads the call, writes the answer, and exports
//! what the runtime asks for. An evaluator is one file:
//!
//!     #![no_std]
//!     #[macro_use]
//!     mod astragal;
//!     use astragal::{Answer, Value};
//!
//!     evaluator!(evaluate);
//!
//!     fn evaluate(call: Value, answer: &mut Answer) {
//!         let n = call.get("args").get("n").int().unwrap_or(0);
//!         answer.map(1);
//!         answer.text("value");
//!         answer.int(2 * n);
//!     }
//!
//! A panic is a trap: the call fails, the game says so.
#![allow(dead_code, unused_macros)]

use core::arch::wasm32::{memory_grow, memory_size, unreachable};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unreachable()
}

// ---- Memory: a stack of blocks above the program's data. What is never given back costs nothing, since the runtime
// puts the memory back as it was before every call.

extern "C" {
    static __heap_base: u8;
}

static mut TOP: usize = 0;

fn base() -> usize {
    unsafe { &__heap_base as *const u8 as usize }
}

/// Gives n bytes, at a multiple of 8; it traps where the memory has reached its limit.
pub fn take(n: usize) -> *mut u8 {
    let top = unsafe { if TOP == 0 { base() } else { TOP } };
    let start = (top + 7) & !7;
    let end = start as u64 + n as u64;
    let have = (memory_size(0) as u64) << 16;
    if end > u32::MAX as u64 || end > have && memory_grow(0, ((end - have + 65535) >> 16) as usize) == usize::MAX {
        unreachable();
    }
    unsafe { TOP = end as usize };
    start as *mut u8
}

#[no_mangle]
extern "C" fn astragal_alloc(n: usize) -> *mut u8 {
    take(n)
}

/// A block is given back with all that was taken after it.
#[no_mangle]
extern "C" fn astragal_free(block: usize, _n: usize) {
    unsafe {
        if block >= base() && block < TOP {
            TOP = block;
        }
    }
}

// ---- Reading.

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    None,
    Nil,
    Bool,
    Int,
    Float,
    Text,
    Bytes,
    List,
    Map,
    Ext,
}

/// What stands at the beginning of a value: n is the number itself, the bytes that follow, or the elements or entries
/// that follow; big marks an unsigned number beyond i64.
#[derive(Clone, Copy)]
struct Head<'a> {
    kind: Kind,
    big: bool,
    n: u64,
    rest: &'a [u8],
}

const NONE: Head<'static> = Head { kind: Kind::None, big: false, n: 0, rest: &[] };

fn shown(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |n, b| n << 8 | *b as u64)
}

impl<'a> Head<'a> {
    /// Reads a head; its kind is None where it is cut off or none at all.
    fn of(b: &'a [u8]) -> Head<'a> {
        let (first, rest) = match b.split_first() {
            Some((first, rest)) => (*first, rest),
            None => return NONE,
        };
        let (kind, wide) = match first {
            0x00..=0x7f | 0xe0..=0xff => return Head { kind: Kind::Int, big: false, n: first as i8 as i64 as u64, rest },
            0x80..=0x8f => return Head { kind: Kind::Map, big: false, n: (first & 15) as u64, rest },
            0x90..=0x9f => return Head { kind: Kind::List, big: false, n: (first & 15) as u64, rest },
            0xa0..=0xbf => (Kind::Text, 0),
            0xc0 => (Kind::Nil, 0),
            0xc1 => return NONE,
            0xc2 | 0xc3 => (Kind::Bool, 0),
            0xc4..=0xc6 => (Kind::Bytes, 1 << (first - 0xc4)),
            0xc7..=0xc9 => (Kind::Ext, 1 << (first - 0xc7)),
            0xca | 0xcb => (Kind::Float, 4 << (first - 0xca)),
            0xcc..=0xcf => (Kind::Int, 1 << (first - 0xcc)),
            0xd0..=0xd3 => (Kind::Int, 1 << (first - 0xd0)),
            0xd4..=0xd8 => (Kind::Ext, 0),
            0xd9..=0xdb => (Kind::Text, 1 << (first - 0xd9)),
            0xdc | 0xdd => (Kind::List, 2 << (first - 0xdc)),
            0xde | 0xdf => (Kind::Map, 2 << (first - 0xde)),
        };
        if rest.len() < wide {
            return NONE;
        }
        let (number, rest) = rest.split_at(wide);
        let n = shown(number);
        let n = match first {
            0xa0..=0xbf => (first & 31) as u64,
            0xc2 | 0xc3 => (first & 1) as u64,
            0xca => (f32::from_bits(n as u32) as f64).to_bits(),
            0xd0 => n as i8 as u64,
            0xd1 => n as i16 as u64,
            0xd2 => n as i32 as u64,
            0xd4..=0xd8 => 1 << (first - 0xd4),
            _ => n,
        };
        let head = Head { kind, big: first == 0xcf && n > i64::MAX as u64, n, rest };
        if head.size() > rest.len() as u64 {
            NONE
        } else {
            head
        }
    }

    /// How many bytes follow the head.
    fn size(self) -> u64 {
        match self.kind {
            Kind::Text | Kind::Bytes => self.n,
            Kind::Ext => self.n + 1, // its type
            _ => 0,
        }
    }
}

/// What follows the first value, None where that is cut off; however deep it is, it needs no stack.
fn after(mut b: &[u8]) -> Option<&[u8]> {
    let mut todo = 1u64;
    while todo > 0 {
        let head = Head::of(b);
        match head.kind {
            Kind::None => return None,
            Kind::List => todo += head.n,
            Kind::Map => todo += 2 * head.n,
            _ => {}
        }
        b = head.rest.get(head.size() as usize..)?;
        todo -= 1;
        if todo > b.len() as u64 {
            return None; // each takes a byte at least
        }
    }
    Some(b)
}

/// A value of the call: the message from where it begins. Reading never fails loudly: what is not there has the kind None
/// and may be read on from.
#[derive(Clone, Copy)]
pub struct Value<'a>(&'a [u8]);

impl<'a> Value<'a> {
    pub fn kind(self) -> Kind {
        Head::of(self.0).kind
    }

    /// A whole number that fits.
    pub fn int(self) -> Option<i64> {
        let head = Head::of(self.0);
        if head.kind == Kind::Int && !head.big {
            Some(head.n as i64)
        } else {
            None
        }
    }

    /// Any number.
    pub fn float(self) -> Option<f64> {
        let head = Head::of(self.0);
        match head.kind {
            Kind::Float => Some(f64::from_bits(head.n)),
            Kind::Int if head.big => Some(head.n as f64),
            Kind::Int => Some(head.n as i64 as f64),
            _ => None,
        }
    }

    pub fn is_true(self) -> bool {
        let head = Head::of(self.0);
        head.kind == Kind::Bool && head.n == 1
    }

    /// A text, as its bytes, which need not be UTF-8.
    pub fn text(self) -> Option<&'a [u8]> {
        let head = Head::of(self.0);
        if head.kind == Kind::Text {
            head.rest.get(..head.n as usize)
        } else {
            None
        }
    }

    /// Whether it is this text.
    pub fn is(self, text: &str) -> bool {
        self.text() == Some(text.as_bytes())
    }

    /// How many elements a list has or entries a map; None where it is neither.
    pub fn len(self) -> Option<usize> {
        let head = Head::of(self.0);
        match head.kind {
            Kind::List | Kind::Map => Some(head.n as usize),
            _ => None,
        }
    }

    /// The elements of a list; none where it is no list.
    pub fn all(self) -> All<'a> {
        let head = Head::of(self.0);
        All { left: if head.kind == Kind::List { head.n } else { 0 }, rest: head.rest }
    }

    /// The value of a key in a map.
    pub fn get(self, key: &str) -> Value<'a> {
        let head = Head::of(self.0);
        if head.kind == Kind::Map {
            let mut rest = head.rest;
            for _ in 0..head.n {
                let name = Head::of(rest);
                let found = name.kind == Kind::Text && name.rest.get(..name.n as usize) == Some(key.as_bytes());
                rest = match name.kind {
                    Kind::Text => name.rest.get(name.n as usize..).unwrap_or(&[]),
                    _ => after(rest).unwrap_or(&[]),
                };
                if found {
                    return Value(rest);
                }
                rest = after(rest).unwrap_or(&[]);
            }
        }
        Value(&[])
    }
}

pub struct All<'a> {
    left: u64,
    rest: &'a [u8],
}

impl<'a> Iterator for All<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        if self.left == 0 {
            return None;
        }
        let value = Value(self.rest);
        self.left -= 1;
        self.rest = after(self.rest)?;
        Some(value)
    }
}

// ---- Writing.

/// The answer, written from front to back: the smallest form of every number and length, so that the same answer is the
/// same bytes. Write the keys of a map in the order of their bytes.
pub struct Answer {
    at: *mut u8,
    len: usize,
    cap: usize,
    open: usize,
}

impl Answer {
    /// Appends n bytes that are yet to be written.
    fn room(&mut self, n: usize) -> &mut [u8] {
        if self.cap - self.len < n {
            let cap = 2 * self.cap + n + 256;
            let moved = take(cap);
            if self.len > 0 {
                unsafe { core::ptr::copy_nonoverlapping(self.at, moved, self.len) };
            }
            self.at = moved;
            self.cap = cap;
        }
        self.len += n;
        unsafe { core::slice::from_raw_parts_mut(self.at.add(self.len - n), n) }
    }

    fn bytes(&mut self, b: &[u8]) {
        self.room(b.len()).copy_from_slice(b);
    }

    fn put(&mut self, tag: u8, n: u64, wide: usize) {
        let mut n = n;
        let room = self.room(1 + wide);
        for b in room.iter_mut().skip(1).rev() {
            *b = n as u8;
            n >>= 8;
        }
        room[0] = tag;
    }

    pub fn nil(&mut self) {
        self.put(0xc0, 0, 0);
    }

    pub fn bool(&mut self, b: bool) {
        self.put(0xc2 | b as u8, 0, 0);
    }

    pub fn int(&mut self, n: i64) {
        match n {
            -32..=127 => self.put(n as u8, 0, 0),
            128..=0xff => self.put(0xcc, n as u64, 1),
            0x100..=0xffff => self.put(0xcd, n as u64, 2),
            0x1_0000..=0xffff_ffff => self.put(0xce, n as u64, 4),
            0x1_0000_0000..=i64::MAX => self.put(0xcf, n as u64, 8),
            -0x80..=-33 => self.put(0xd0, n as u64, 1),
            -0x8000..=-0x81 => self.put(0xd1, n as u64, 2),
            -0x8000_0000..=-0x8001 => self.put(0xd2, n as u64, 4),
            _ => self.put(0xd3, n as u64, 8),
        }
    }

    pub fn float(&mut self, f: f64) {
        self.put(0xcb, f.to_bits(), 8);
    }

    pub fn text(&mut self, s: &str) {
        self.text_head(s.len());
        self.bytes(s.as_bytes());
    }

    /// Begins a text whose bytes are to follow.
    pub fn text_head(&mut self, n: usize) {
        match n {
            0..=31 => self.put(0xa0 | n as u8, 0, 0),
            32..=0xff => self.put(0xd9, n as u64, 1),
            0x100..=0xffff => self.put(0xda, n as u64, 2),
            _ => self.put(0xdb, n as u64, 4),
        }
    }

    /// Begins a list of n elements.
    pub fn list(&mut self, n: usize) {
        self.begin(0x90, 0xdc, n);
    }

    /// Begins a map of n entries: a key and a value, n times.
    pub fn map(&mut self, n: usize) {
        self.begin(0x80, 0xde, n);
    }

    fn begin(&mut self, short: u8, long: u8, n: usize) {
        match n {
            0..=15 => self.put(short | n as u8, 0, 0),
            16..=0xffff => self.put(long, n as u64, 2),
            _ => self.put(long + 1, n as u64, 4),
        }
    }

    /// Gives a value of the call on as it is.
    pub fn value(&mut self, v: Value) {
        match after(v.0) {
            Some(rest) => self.bytes(&v.0[..v.0.len() - rest.len()]),
            None => self.nil(),
        }
    }

    /// Begins a text in pieces: say and say_int as often as you like, close.
    pub fn open(&mut self) {
        self.open = self.len;
    }

    pub fn say(&mut self, s: &str) {
        self.bytes(s.as_bytes());
    }

    pub fn say_int(&mut self, n: i64) {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut left = n.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        if n < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.bytes(&digits[at..]);
    }

    pub fn close(&mut self) {
        let (start, end) = (self.open, self.len);
        self.text_head(end - start); // behind the text, to be turned round with it
        let all = unsafe { core::slice::from_raw_parts_mut(self.at.add(start), self.len - start) };
        all.rotate_right(self.len - end);
    }

    /// Drops what was written and begins the text of an error, which ends with close.
    pub fn refuse(&mut self) {
        self.len = 0;
        self.map(1);
        self.text("error");
        self.open();
    }
}

// ---- The call.

#[link(wasm_import_module = "astragal")]
extern "C" {
    #[link_name = "log"]
    fn log_bytes(at: *const u8, n: usize);
}

/// Sends a line to the host's log; it can tell the game nothing.
pub fn log(line: &str) {
    unsafe { log_bytes(line.as_ptr(), line.len()) }
}

/// Where an answer is and how long.
pub fn packed(at: usize, n: usize) -> u64 {
    (at as u64) << 32 | n as u64
}

/// Answers a call; an evaluator that wrote nothing answers with an error.
pub fn run(call: &[u8], evaluate: fn(Value, &mut Answer)) -> u64 {
    let mut answer = Answer { at: core::ptr::null_mut(), len: 0, cap: 0, open: 0 };
    if after(call).map_or(false, |rest| rest.is_empty()) {
        evaluate(Value(call), &mut answer);
    }
    if answer.len == 0 {
        answer.refuse();
        answer.say("the evaluator gave no answer");
        answer.close();
    }
    packed(answer.at as usize, answer.len)
}

/// Names the function that answers.
macro_rules! evaluator {
    ($evaluate:path) => {
        #[no_mangle]
        extern "C" fn astragal_call(at: *const u8, n: usize) -> u64 {
            astragal::run(unsafe { core::slice::from_raw_parts(at, n) }, $evaluate)
        }
    };
}
