# SPDX-License-Identifier: MIT
"""Figures of the table's page in a real browser: its size, its start, and what a finger waits for."""
import gzip
import pathlib
import statistics

from page import BUILD, PAGE, Browser, load, paste, letter, position

POSITIONS = 200
# The shortest of some rounds; what took long is tried again, for other programs may have run between.
MEASURE = """((act, rounds) => {
  const took = [];
  for (let i = 0; i < rounds || (i < 12 * rounds && Math.min(...took) > 5); i++) { const start = performance.now(); act(); took.push(performance.now() - start); }
  return Math.min(...took);
})"""


def size(path):
    return len(gzip.compress(pathlib.Path(path).read_bytes(), 9, mtime=0)) / 1000


def main():
    print(f"page, compressed                  {size(PAGE):10.0f} kB")
    print(f"module, compressed                {size(BUILD / 'src/table/postern.wasm'):10.0f} kB")
    with Browser() as browser:
        browser.look(1280)
        starts = []
        for _ in range(7):
            load(browser)
            starts.append(float(browser.run("document.body.dataset.ready")))
        print(f"script's first line to ready      {min(starts):10.0f} ms")
        taps, figures = [], {"reach": [], "step": []}
        for number in range(POSITIONS):
            view = position(number)
            for seat in (1, 2):
                paste(browser, letter(view, seat, genesis=f"{number}"))
                if browser.run("isMine()"):
                    break
            taps.append(browser.run(
                f"Math.max(0, ...[...new Set(reach.filter((one) => one.from).map((one) => one.who))].map((who) =>"
                f" {MEASURE}(() => {{ choose(who, ''); document.body.offsetHeight; }}, 3)))"))
            figures["reach"].append(browser.run(f"{MEASURE}(() => table.call('reach', mySeat()), 3)"))
            figures["step"].append(browser.run(f"{MEASURE}(() => show(), 2)"))
        print(f"tap to lit squares, worst         {max(taps):10.1f} ms, mean {statistics.mean(taps):.1f}")
        for word, what in (("reach", "all that can be reached"), ("step", "everything after a step")):
            print(f"{what:<34}{statistics.mean(figures[word]):10.1f} ms, worst {max(figures[word]):.1f}")


main()
