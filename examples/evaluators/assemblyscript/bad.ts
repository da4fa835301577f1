// An evaluator that does what a stranger's might: args {do: ...} names the deed. What a runtime must bear, and a test of
// one can use.
import { Value, answer, log, run } from "./astragal";
export { astragal_alloc, astragal_free } from "./astragal";

export function astragal_call(at: usize, length: usize): u64 {
  lie = "";
  const packed = run(at, length, evaluate);
  if (lie == "pointer") return place(0xfffff000, 16);
  if (lie == "length") return place(8, 0xfffffff0);
  if (lie == "null") return 0;
  return lie == "" ? packed : raw();
}

let lie = "";
let turn: i32 = 0;

function place(at: u32, length: u32): u64 { return <u64>at << 32 | length; }

// Answers that are none, byte for byte.
function raw(): u64 {
  if (lie == "empty") return place(<u32>heap.alloc(1), 0);
  const b: u8[] =
    lie == "garbage" ? [0xc1, 0xc1, 0xc1] :
    lie == "cut" ? [0x81, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0xcb, 0x40] :
    lie == "trailing" ? [0x81, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x01, 0x02] :
    lie == "huge" ? [0x81, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0xdd, 0xff, 0xff, 0xff, 0xff] :
    lie == "number" ? [0x2a] :
    lie == "nothing" ? [0x80] :
    lie == "unknown" ? [0x81, 0xa6, 0x73, 0x65, 0x63, 0x72, 0x65, 0x74, 0x01] :
    lie == "both" ? [0x82, 0xa3, 0x6f, 0x70, 0x73, 0x90, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x01] :
    lie == "twice" ? [0x82, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x01, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x02] :
    lie == "key" ? [0x81, 0x01, 0x02] :
    [0x81, 0xa5, 0x76, 0x61, 0x6c, 0x75, 0x65, 0xa2, 0xff, 0xfe]; // text
  return place(<u32>b.dataStart, b.length);
}

const lies = ["pointer", "length", "null", "empty", "garbage", "cut", "trailing", "huge", "number", "nothing", "unknown", "both", "twice", "key", "text"];

function begin(): void {
  answer.map(1);
  answer.text("value");
}

// Takes all the memory it can get and tells how many pages it then had.
function grow(): void {
  while (memory.grow(1) >= 0) {}
  begin();
  answer.int(memory.size());
}

function recurse(n: i64): i64 { return recurse(n + 1) + n; }

function loop(): void { for (;;) turn++; }

function storm(): void { for (;;) log("the same again"); }

// Nests lists far beyond what anybody reads.
function deep(): void {
  begin();
  for (let i = 0; i < 100000; i++) answer.list(1);
  answer.nil();
}

// Answers with more than anybody keeps.
function big(): void {
  begin();
  answer.list(1 << 18);
  for (let i = 0; i < 1 << 18; i++) answer.float(i);
}

// Computes one, so that its bits are the processor's choice.
function nan(zero: f64): void {
  begin();
  answer.float(zero / zero);
}

function chance(): void {
  answer.map(1);
  answer.text("chance");
  answer.list(1);
  answer.list(2);
  answer.text("sure");
  answer.float(-1);
}

// Answers with the ops it was told to, which its manifest may not allow.
function ops(told: Value): void {
  answer.map(1);
  answer.text("ops");
  answer.value(told);
}

// Answers what it was told to: after a bad call a good one must still work.
function fine(told: Value): void {
  begin();
  answer.value(told);
}

function evaluate(call: Value): void {
  const args = call.get("args"), deed = args.get("do");
  for (let i = 0; i < lies.length; i++) if (deed.is(lies[i])) lie = lies[i];
  if (lie != "") return;
  if (deed.is("loop")) loop();
  else if (deed.is("grow")) grow();
  else if (deed.is("trap")) unreachable();
  else if (deed.is("recurse")) answer.int(recurse(0));
  else if (deed.is("storm")) storm();
  else if (deed.is("deep")) deep();
  else if (deed.is("big")) big();
  else if (deed.is("nan")) nan(args.get("zero").float);
  else if (deed.is("chance")) chance();
  else if (deed.is("ops")) ops(args.get("ops"));
  else if (deed.is("fine")) fine(args.get("value"));
  else answer.refuse("args.do: no such deed");
}
