"""What calls cost, printed; only what is far off fails, since machines are shared."""
from astragal import bench
from astragal.terminal import example


def test_speed(library, capsys):
    path = example("noughts-and-crosses")
    ask, answer, decision = bench.asking(library, path), bench.answering(library, path), bench.batching(library, path)
    with capsys.disabled():
        print(f"\nask again {ask:.1f} µs, answer to request {answer:.1f} µs, a decision of a batch {decision:.2f} µs")
    assert ask < 200 and answer < 200 and decision < 50
