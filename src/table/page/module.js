// SPDX-License-Identifier: MIT
// The browser's and node's way to postern.wasm: texts in, texts out, nothing else. What each function
// does is said in table.h; `table.call("draw", 0)` is table_draw(table, TABLE_SVG).
"use strict";

const TABLE_OK = 0, TABLE_EXISTS = 12; // enum rc of base/err.h

class TableError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

class Table {
  // wasm: a WebAssembly.Module; entropy(bytes): fills a Uint8Array, or throws.
  constructor(wasm, entropy) {
    const imports = { postern: { entropy: (at, length) =>
      entropy(new Uint8Array(this.wasm.memory.buffer, at, length)) } };
    // What the C library's streams would ask of a system; nothing here has any.
    for (const { module, name } of WebAssembly.Module.imports(wasm))
      if (module !== "postern")
        (imports[module] ||= {})[name] = () => { throw new Error(`the module asks for ${name}`); };
    this.wasm = new WebAssembly.Instance(wasm, imports).exports;
    this.table = this.wasm.table_new();
    if (!this.table) throw new TableError(1, "no memory");
  }

  // Bytes into the module's memory, with a NUL behind; false when there is no room.
  lend(bytes) {
    const at = this.wasm.room(bytes.length + 1);
    if (!at) throw new TableError(1, "no memory");
    const room = new Uint8Array(this.wasm.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
  }

  // Call a function and give back its code. Texts that have a length behind them in table.h are handed
  // in as [text]; others as they are.
  run(name, ...given) {
    const lent = [], args = [];
    try {
      for (const one of given) {
        if (typeof one === "number") {
          args.push(one);
          continue;
        }
        const text = Array.isArray(one) ? one[0] : one;
        const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
        const at = this.lend(bytes);
        lent.push(at);
        args.push(at);
        if (Array.isArray(one)) args.push(bytes.length);
      }
      return this.wasm["table_" + name](this.table, ...args);
    } finally {
      for (const at of lent) this.wasm.give_back(at);
    }
  }

  answer() {
    const at = this.wasm.table_answer(this.table), length = this.wasm.table_answer_bytes(this.table);
    return new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, at, length));
  }

  // The same, with the answer; what fails is thrown.
  call(name, ...given) {
    const code = this.run(name, ...given);
    if (code !== TABLE_OK) throw new TableError(code, this.answer());
    return this.answer();
  }

  json(name, ...given) {
    return JSON.parse(this.call(name, ...given));
  }
}
