// The smallest evaluator: its value is its args.
#include "astragal.h"
AG_EVALUATOR(evaluate)

static void evaluate(ag_value call) {
    ag_put_map(1);
    ag_put_text("value");
    ag_put_value(ag_get(call, "args"));
}
