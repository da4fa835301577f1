// The whole kit for an evaluator in AssemblyScript: reads the call, writes the answer, and gives what the runtime asks
// for. An evaluator is one file:
//
//     import { Value, answer, run } from "./astragal";
//     export { astragal_alloc, astragal_free } from "./astragal";
//     export function astragal_call(at: usize, length: usize): u64 { return run(at, length, evaluate); }
//
//     function evaluate(call: Value): void {
//       answer.map(1);
//       answer.text("value");
//       answer.int(2 * call.get("args").get("n").int);
//     }
//
// Compile it with --runtime stub: memory is taken and never given back, since the runtime puts it back as it was
// before every call.

@external("astragal", "log")
declare function logBytes(at: usize, length: usize): void;

// A line for the host's log; it can tell the game nothing.
export function log(line: string): void {
  const length = <usize>String.UTF8.byteLength(line);
  const at = heap.alloc(length);
  String.UTF8.encodeUnsafe(changetype<usize>(line), line.length, at);
  logBytes(at, length);
}

export function astragal_alloc(length: usize): usize {
  return heap.alloc(length);
}

// With the message of a call all goes that was taken since.
export function astragal_free(at: usize, length: usize): void {
  heap.reset();
}

export const enum Kind { None, Nil, Bool, Int, Float, Text, Bytes, List, Map, Ext }

// What stands at the beginning of the value that was read last: the number itself, the bytes that follow, or the
// elements or entries that follow. big marks an unsigned number beyond i64.
let kind = Kind.None;
let big = false;
let n: u64 = 0;
let rest: usize = 0;

let end: usize = 0; // of the message

// For each first byte from 0xc0 to 0xdf its kind, and how many bytes its number has.
const kinds = memory.data<i32>([
  Kind.Nil, Kind.None, Kind.Bool, Kind.Bool, Kind.Bytes, Kind.Bytes, Kind.Bytes, Kind.Ext, Kind.Ext, Kind.Ext, Kind.Float, Kind.Float,
  Kind.Int, Kind.Int, Kind.Int, Kind.Int, Kind.Int, Kind.Int, Kind.Int, Kind.Int, Kind.Ext, Kind.Ext, Kind.Ext, Kind.Ext, Kind.Ext,
  Kind.Text, Kind.Text, Kind.Text, Kind.List, Kind.List, Kind.Map, Kind.Map]);
const wides = memory.data<u8>([0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4]);

// How many bytes follow the head.
function size(): u64 {
  if (kind == Kind.Text || kind == Kind.Bytes) return n;
  return kind == Kind.Ext ? n + 1 : 0; // its type
}

// Reads a head; kind is None where it is cut off or none at all.
function read(at: usize): void {
  kind = Kind.None;
  big = false;
  if (at == 0 || at >= end) return;
  const first = load<u8>(at);
  rest = at + 1;
  if (first < 0x80 || first >= 0xe0) { kind = Kind.Int; n = <u64><i64><i8>first; return; }
  if (first < 0x90) { kind = Kind.Map; n = first & 15; return; }
  if (first < 0xa0) { kind = Kind.List; n = first & 15; return; }
  let found = Kind.Text;
  if (first < 0xc0) n = first & 31;
  else {
    found = load<i32>(kinds + ((<usize>first - 0xc0) << 2));
    const wide = <usize>load<u8>(wides + first - 0xc0);
    if (end - rest < wide) return;
    n = 0;
    for (let i: usize = 0; i < wide; i++) n = n << 8 | load<u8>(rest + i);
    rest += wide;
    if (first <= 0xc3) n = first & 1;
    else if (first == 0xca) n = reinterpret<u64>(<f64>reinterpret<f32>(<u32>n));
    else if (first == 0xcf) big = n > <u64>i64.MAX_VALUE;
    else if (first >= 0xd0 && first <= 0xd3) n = <u64>(<i64>(n << (64 - 8 * wide)) >> (64 - 8 * wide));
    else if (first >= 0xd4 && first <= 0xd8) n = 1 << (first - 0xd4);
  }
  kind = found;
  if (size() > <u64>(end - rest)) kind = Kind.None;
}

// The first byte after a value, 0 where the value is cut off; however deep it is, it needs no stack.
function after(at: usize): usize {
  for (let todo: u64 = 1; todo > 0; todo--) {
    read(at);
    if (kind == Kind.None) return 0;
    if (kind == Kind.List) todo += n;
    else if (kind == Kind.Map) todo += 2 * n;
    at = rest + <usize>size();
    if (todo - 1 > <u64>(end - at)) return 0; // each takes a byte at least
  }
  return at;
}

function same(at: usize, length: u64, s: string): bool {
  if (length == <u64>s.length) {
    let i: usize = 0;
    for (; i < <usize>length; i++) {
      const unit = load<u16>(changetype<usize>(s) + 2 * i);
      if (unit >= 0x80) break;
      if (unit != load<u8>(at + i)) return false;
    }
    if (i == <usize>length) return true;
  }
  if (length != <u64>String.UTF8.byteLength(s)) return false;
  const bytes = heap.alloc(<usize>length);
  String.UTF8.encodeUnsafe(changetype<usize>(s), s.length, bytes);
  return memory.compare(at, bytes, <usize>length) == 0;
}

// A value of the call: the place where it begins in the message, which was checked as a whole. Reading never fails
// loudly: what is not there has the kind None, is 0, false and empty, and may be read on from.
@unmanaged @final
export class Value {
  get kind(): Kind { read(changetype<usize>(this)); return kind; }

  // Whether it is a whole number that fits, and which.
  get isInt(): bool { read(changetype<usize>(this)); return kind == Kind.Int && !big; }
  get int(): i64 { return this.isInt ? <i64>n : 0; }

  // Any number.
  get float(): f64 {
    read(changetype<usize>(this));
    if (kind == Kind.Float) return reinterpret<f64>(n);
    if (kind != Kind.Int) return 0;
    return big ? <f64>n : <f64><i64>n;
  }

  get isTrue(): bool { read(changetype<usize>(this)); return kind == Kind.Bool && n == 1; }

  // Whether it is this text.
  is(text: string): bool {
    read(changetype<usize>(this));
    return kind == Kind.Text && same(rest, n, text);
  }

  get text(): string {
    read(changetype<usize>(this));
    return kind == Kind.Text ? String.UTF8.decodeUnsafe(rest, <usize>n) : "";
  }

  // Whether both are one text, byte for byte.
  sameText(other: Value): bool {
    read(changetype<usize>(this));
    const length = n, at = rest, mine = kind;
    read(changetype<usize>(other));
    return mine == Kind.Text && kind == Kind.Text && n == length && memory.compare(at, rest, <usize>n) == 0;
  }

  // How many elements a list has or entries a map; -1 where it is neither.
  get length(): i64 {
    read(changetype<usize>(this));
    return kind == Kind.List || kind == Kind.Map ? <i64>n : -1;
  }

  // A list's first element, and what comes after an element; the caller counts.
  get first(): Value {
    read(changetype<usize>(this));
    return changetype<Value>(kind == Kind.List && n > 0 ? rest : 0);
  }
  get next(): Value { return changetype<Value>(after(changetype<usize>(this))); }

  // The value of a key in a map.
  get(key: string): Value {
    read(changetype<usize>(this));
    if (kind != Kind.Map) return changetype<Value>(0);
    let at = rest;
    for (let left = n; left > 0; left--) {
      read(at);
      const named = kind == Kind.Text, length = n;
      const value = named ? rest + <usize>n : after(at);
      if (named && same(value - <usize>length, length, key)) return changetype<Value>(value);
      at = after(value);
    }
    return changetype<Value>(0);
  }
}

let out: usize = 0;
let used: usize = 0;
let room: usize = 0;

// Makes room for more bytes and tells where they go.
function take(length: usize): usize {
  if (room - used < length) {
    room = 2 * room + length + 256;
    out = out ? heap.realloc(out, room) : heap.alloc(room);
  }
  used += length;
  return out + used - length;
}

function put(tag: u32, n: u64, wide: usize): void {
  const at = take(1 + wide);
  store<u8>(at, tag);
  for (; wide > 0; wide--, n >>= 8) store<u8>(at + wide, <u8>n);
}

function begin(short: u32, long: u32, n: u32): void {
  if (n < 16) put(short | n, 0, 0);
  else if (n <= 0xffff) put(long, n, 2);
  else put(long + 1, n, 4);
}

// The answer, written from front to back: the smallest form of every number and length, so that the same answer is
// the same bytes. Write the keys of a map in the order of their bytes.
export namespace answer {
  export function nil(): void { put(0xc0, 0, 0); }

  export function bool(b: bool): void { put(b ? 0xc3 : 0xc2, 0, 0); }

  export function int(n: i64): void {
    if (n >= -32 && n < 128) put(<u32>n, 0, 0);
    else if (n >= 0) {
      if (n <= 0xff) put(0xcc, n, 1);
      else if (n <= 0xffff) put(0xcd, n, 2);
      else if (n <= 0xffffffff) put(0xce, n, 4);
      else put(0xcf, n, 8);
    }
    else if (n >= i8.MIN_VALUE) put(0xd0, n, 1);
    else if (n >= i16.MIN_VALUE) put(0xd1, n, 2);
    else if (n >= i32.MIN_VALUE) put(0xd2, n, 4);
    else put(0xd3, n, 8);
  }

  export function float(f: f64): void { put(0xcb, reinterpret<u64>(f), 8); }

  export function text(s: string): void {
    const length = <usize>String.UTF8.byteLength(s);
    textHead(length);
    String.UTF8.encodeUnsafe(changetype<usize>(s), s.length, take(length));
  }

  // Begins a text whose bytes are to follow.
  export function textHead(length: usize): void {
    if (length < 32) put(0xa0 | <u32>length, 0, 0);
    else if (length <= 0xff) put(0xd9, length, 1);
    else if (length <= 0xffff) put(0xda, length, 2);
    else put(0xdb, length, 4);
  }

  // Begins a list of n elements.
  export function list(n: u32): void { begin(0x90, 0xdc, n); }

  // Begins a map of n entries: a key and a value, n times.
  export function map(n: u32): void { begin(0x80, 0xde, n); }

  // Gives a value of the call on as it is.
  export function value(v: Value): void {
    const at = changetype<usize>(v), next = after(at);
    if (next) memory.copy(take(next - at), at, next - at);
    else nil();
  }

  // Drops what was written and answers with an error.
  export function refuse(why: string): void {
    used = 0;
    map(1);
    text("error");
    text(why);
  }
}

// Answers a call; an evaluator that wrote nothing answers with an error.
export function run(at: usize, length: usize, evaluate: (call: Value) => void): u64 {
  end = at + length;
  out = used = room = 0;
  if (after(at) == end) evaluate(changetype<Value>(at));
  if (used == 0) answer.refuse("the evaluator gave no answer");
  return <u64>out << 32 | used;
}
