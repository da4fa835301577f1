//! The smallest evaluator: its value is its args.
#![no_std]
#[macro_use]
mod astragal;
use astragal::{Answer, Value};

evaluator!(evaluate);

fn evaluate(call: Value, answer: &mut Answer) {
    answer.map(1);
    answer.text("value");
    answer.value(call.get("args"));
}
