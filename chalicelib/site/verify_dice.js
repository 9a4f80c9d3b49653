// Checks dice and marks of a Turnpost record, as docs/record.md of Turnpost says: SHA-256 and HMAC included, nothing else.
//
// verifyDice(record) takes a record that JSON.parse has read and gives one report for each match in it, those that it
// goes on from first: { match, seats, own, numbers, plies: [{ ply, seat, move, dice, right }], differences }.
// `dice` are as the record has them, `right` as the seed gives them below the same bounds. A difference is
// [ply or null, of what, as it stands there, as it has to be]; all is as it was promised and played if there is none.
// It throws a TypeError for what is no record, and knows no games.
"use strict";

const verifyDice = (() => {
  const HEX = /^(?:[0-9a-f]{2}){1,64}$/;
  const BOUND = /\/([0-9]{1,20})/g;
  const WORDS = 1n << 64n;
  const BLOCK = 64;

  // FIPS 180-4: the first 32 bits of the fractional parts of the cube roots, and of the square roots, of the first primes.
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  const fraction = (prime, power) => {
    const shift = 32n * power;
    const target = BigInt(prime) << shift;
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** power <= target) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn) | 0;
  };
  const ROUNDS = primes.map((prime) => fraction(prime, 3n));
  const START = primes.slice(0, 8).map((prime) => fraction(prime, 2n));

  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function compress(state, view, at) {
    const w = new Int32Array(64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
  }

  const joined = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  };

  function sha256(data) {
    const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
    padded.set(data);
    padded[data.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
    let state = START;
    for (let at = 0; at < padded.length; at += BLOCK) state = compress(state, view, at);
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setInt32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  function hmac(key, message) {
    const padded = new Uint8Array(BLOCK);
    padded.set(key.length > BLOCK ? sha256(key) : key);
    const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
    return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
  }

  const text = (value) => new TextEncoder().encode(value);
  const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const whole = (value, size) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(value));
    return new Uint8Array(view.buffer).slice(8 - size);
  };
  const field = (data) => joined(whole(data.length, 4), data);
  const told = (...values) => joined(...values.map((each) => field(each instanceof Uint8Array ? each : text(`${each}`))));

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const areTexts = (value, ...names) => names.every((name) => typeof value[name] === "string");
  const areWhole = (value, ...names) => names.every((name) => Number.isSafeInteger(value[name]));

  function matches(record) {
    const known = isObject(record) && areWhole(record, "format", "rules_version");
    const named = ["match", "game", "created", "started", "ended", "commitment", "seed", "dice", "mark"];
    if (!known || !areTexts(record, ...named) || !isObject(record.options) || record.format !== 1 || !("origin" in record)) {
      throw new TypeError("this is not the record of a match, or has a format that is not known here");
    }
    const kinds = {
      nonces: (each) => typeof each === "string",
      seats: (each) => isObject(each) && areWhole(each, "seat") && areTexts(each, "kind") && "own_nonce" in each,
      migrations: (each) => isObject(each) && areWhole(each, "ply", "rules_version"),
      moves: (each) => isObject(each) && areWhole(each, "ply", "seat") && areTexts(each, "move", "how", "at", "dice", "mark"),
    };
    for (const [name, fits] of Object.entries(kinds)) {
      if (!Array.isArray(record[name]) || !record[name].every(fits)) {
        throw new TypeError(`this record is not whole: look at its ${name}`);
      }
    }
    return [...(record.origin === null ? [] : matches(record.origin)), record];
  }

  // The numbers of a ply as the seed gives them, below the bounds that stand in `dice`.
  function drawn(seed, nonces, ply, dice) {
    const found = Array.from(dice.matchAll(BOUND), (each) => BigInt(each[1]));
    const bounds = found.filter((bound) => bound >= 1n && bound <= WORDS);
    const start = joined(field(text("game")), whole(nonces.length, 4), ...nonces.map(field), whole(ply, 8));
    let k = 0;
    const below = (bound) => {
      for (;;) {
        const draw = hmac(seed, joined(start, whole(k, 8)));
        k += 1;
        const word = new DataView(draw.buffer).getBigUint64(0);
        if (word < (WORDS / bound) * bound) return word % bound;
      }
    };
    return bounds.map((bound) => `${below(bound)}/${bound}`).join(" ");
  }

  // JSON with the names of every object in order, and no spaces.
  function ordered(value) {
    if (Array.isArray(value)) return `[${value.map(ordered)}]`;
    if (!isObject(value)) return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${ordered(value[name])}`)}}`;
  }

  // The marks of the first position and of every move, whole, as they follow from what the record says.
  function marks(record) {
    const { match, game, rules_version: rules, created, started, commitment, seats, nonces, migrations, origin } = record;
    const kinds = seats.map((seat) => seat.kind);
    const began = origin === null ? [] : [marks(origin).pop(), ...origin.migrations.map((each) => each.rules_version)];
    const opening = [match, game, rules, ordered(record.options), created, started, commitment];
    const found = [sha256(told(...opening, kinds.length, ...kinds, ...nonces, ...began))];
    for (const { ply, seat, move, how, at } of record.moves) {
      const past = migrations.filter((each) => each.ply < ply).map((each) => each.rules_version);
      found.push(sha256(joined(found[found.length - 1], told(ply, seat, move, how, at, ...past))));
    }
    return found;
  }

  function report(record) {
    const { match, seats, moves } = record;
    const found = { match, seats, own: [], numbers: 0, plies: [], differences: [] };
    const compare = (ply, what, stands, right) => {
      if (stands !== right) found.differences.push([ply, what, stands, right]);
    };
    const texts = [record.seed, ...record.nonces];
    if (texts.length !== 1 + seats.length || !texts.every((each) => HEX.test(each))) {
      compare(null, "seed and nonces", texts, "a seed and one nonce a seat, as hex");
      return found;
    }
    const [seed, ...nonces] = texts.map(bytes);
    compare(null, "commitment", record.commitment, hex(sha256(told(seed, match, record.rules_version))));
    seats.forEach((seat, number) => {
      const follows = hex(hmac(seed, text(`nonce ${number}`)).slice(0, 16));
      compare(null, `number of seat ${number}`, seat.seat, number);
      compare(null, `own_nonce of seat ${number}`, seat.own_nonce, record.nonces[number] !== follows);
      if (seat.own_nonce) found.own.push(number);
    });
    const chain = marks(record);
    [{ ...record, ply: 0, seat: 0 }, ...moves].forEach((move, ply) => {
      const right = drawn(seed, nonces, ply, move.dice);
      compare(ply, "ply", move.ply, ply);
      compare(ply, "seat", move.seat, Math.min(Math.max(move.seat, 0), nonces.length - 1));
      compare(ply, "dice", move.dice, right);
      compare(ply, "mark", move.mark, hex(chain[ply]).slice(0, 16));
      found.numbers += move.dice === "" ? 0 : move.dice.split(" ").length;
      found.plies.push({ ply, seat: ply === 0 ? null : move.seat, move: move.move ?? "", dice: move.dice, right });
    });
    compare(moves.length, "ended", record.ended, moves.length > 0 ? moves[moves.length - 1].at : record.started);
    return found;
  }

  return (record) => matches(record).map(report);
})();
