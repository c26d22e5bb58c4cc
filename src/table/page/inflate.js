// SPDX-License-Identifier: MIT
// What is packed: raw deflate (RFC 1951), for links, which are packed with a dictionary, for records, which
// may unpack to no more than they should, and for browsers that have no DecompressionStream.
const LENGTH_LEAST = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_MORE = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const DISTANCE_MORE = Array.from({ length: 30 }, (_, at) => Math.max(0, (at >> 1) - 1));
const DISTANCE_LEAST = DISTANCE_MORE.map((more, at) => at < 2 ? at + 1 : 1 + (2 + at % 2 << more));
const CODE_MOST = 15;

// Codes from their lengths: how many there are of each length, and their symbols in order.
function codesOf(lengths) {
  const count = new Uint16Array(CODE_MOST + 1), symbols = [];
  for (const length of lengths) count[length]++;
  count[0] = 0;
  for (let length = 1; length <= CODE_MOST; length++)
    lengths.forEach((own, symbol) => { if (own === length) symbols.push(symbol); });
  return { count, symbols };
}

const fixedCodes = () => [codesOf(Array.from({ length: 288 }, (_, at) => at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)),
  codesOf(Array(30).fill(5))];

// Its message is the key of a sentence: "damaged", "too-large".
class PackError extends Error {}

// Unpacks `packed` behind the bytes `before`, which what follows may repeat; fails with a PackError.
class Unpacker {
  constructor(packed, before, most) {
    Object.assign(this, { packed, most, start: before.length, at: 0, held: 0, have: 0 });
    this.out = new Uint8Array(Math.max(1 << 16, 4 * (before.length + packed.length)));
    this.out.set(before);
    this.length = before.length;
  }

  bits(count) {
    for (; this.have < count; this.have += 8) {
      if (this.at >= this.packed.length) throw new PackError("damaged");
      this.held |= this.packed[this.at++] << this.have;
    }
    const value = this.held & (1 << count) - 1;
    this.held >>>= count;
    this.have -= count;
    return value;
  }

  symbol({ count, symbols }) {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length <= CODE_MOST; length++) {
      code |= this.bits(1);
      if (code - first < count[length]) return symbols[index + code - first];
      index += count[length];
      first = first + count[length] << 1;
      code <<= 1;
    }
    throw new PackError("damaged");
  }

  room(more) {
    if (this.length + more - this.start > this.most) throw new PackError("too-large");
    if (this.length + more <= this.out.length) return;
    const wider = new Uint8Array(2 * this.out.length + more);
    wider.set(this.out);
    this.out = wider;
  }

  stored() {
    this.held = this.have = 0;
    const { packed, at } = this, length = packed[at] | packed[at + 1] << 8;
    if (!(at + 4 + length <= packed.length)) throw new PackError("damaged");
    this.room(length);
    this.out.set(packed.subarray(at + 4, at + 4 + length), this.length);
    this.length += length;
    this.at += 4 + length;
  }

  ownCodes() {
    const literals = this.bits(5) + 257, distances = this.bits(5) + 1, lengths = Array(19).fill(0), all = [];
    for (let count = this.bits(4) + 4, at = 0; at < count; at++) lengths[CODE_ORDER[at]] = this.bits(3);
    const codes = codesOf(lengths);
    while (all.length < literals + distances) {
      const symbol = this.symbol(codes);
      if (symbol < 16) all.push(symbol);
      else if (symbol === 16) all.push(...Array(3 + this.bits(2)).fill(all[all.length - 1] || 0));
      else all.push(...Array(symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7)).fill(0));
    }
    return [codesOf(all.slice(0, literals)), codesOf(all.slice(literals, literals + distances))];
  }

  repeat(symbol, distances) {
    if (symbol > 285) throw new PackError("damaged");
    const length = LENGTH_LEAST[symbol - 257] + this.bits(LENGTH_MORE[symbol - 257]), far = this.symbol(distances);
    if (far > 29) throw new PackError("damaged");
    const from = this.length - DISTANCE_LEAST[far] - this.bits(DISTANCE_MORE[far]);
    if (from < 0) throw new PackError("damaged");
    this.room(length);
    for (let at = 0; at < length; at++) this.out[this.length++] = this.out[from + at];
  }

  coded([literals, distances]) {
    for (let symbol = this.symbol(literals); symbol !== 256; symbol = this.symbol(literals))
      if (symbol > 256) {
        this.repeat(symbol, distances);
      } else {
        this.room(1);
        this.out[this.length++] = symbol;
      }
  }

  run() {
    for (let last = false; !last;) {
      last = this.bits(1) === 1;
      const kind = this.bits(2);
      if (kind === 3) throw new PackError("damaged");
      if (kind === 0) this.stored();
      else this.coded(kind === 1 ? fixedCodes() : this.ownCodes());
    }
    return this.out.subarray(this.start, this.length);
  }
}

const inflate = (packed, before, most) => new Unpacker(packed, before, most).run();

// What gzip packed (RFC 1952): its head, then deflate; several one behind the other are no record of ours.
function gunzip(bytes, most) {
  const flags = bytes[3];
  let at = 10;
  if (flags & 4) at += 2 + (bytes[10] | bytes[11] << 8);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1 || bytes.length;
  return inflate(bytes.subarray(flags & 2 ? at + 2 : at), new Uint8Array(), most);
}
