// The inner loops of patch-based filling, in AssemblyScript with SIMD. Built by scripts/build-kernels.ts into patches.wasm.
//
// A pixel of a plane is 4 signed 16-bit numbers: red, green, blue and how rough the texture around it is.
// A patch is 7 x 7 pixels and is named by the index of its centre, which is at least 3 pixels from every border.
// `nearest` holds for each target centre the centre of the source patch it looks most like, or -1; `distance` how unlike they are.

const radius: i32 = 3;

@inline function pixelAt(plane: usize, index: i32): usize { return plane + (<usize>index << 3); }
@inline function slotAt(values: usize, index: i32): usize { return values + (<usize>index << 4); }
@inline function readInt(list: usize, index: i32): i32 { return load<i32>(list + (<usize>index << 2)); }
@inline function writeInt(list: usize, index: i32, value: i32): void { store<i32>(list + (<usize>index << 2), value); }
@inline function readFloat(list: usize, index: i32): f32 { return load<f32>(list + (<usize>index << 2)); }

let state: u32 = 1;

// xorshift32 (Marsaglia, 2003)
@inline function random(below: i32): i32 {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return <i32>((<u64>state * <u64>below) >> 32);
}

export function seed(value: i32): void { state = value; }

// Adds the squared differences of two pixels that lie side by side.
@inline function pair(sum: v128, a: usize, b: usize, offset: usize): v128 {
  const difference = i16x8.sub(v128.load(a + offset), v128.load(b + offset));
  return i32x4.add(sum, i32x4.dot_i16x8_s(difference, difference));
}

// The same of one pixel.
@inline function single(sum: v128, a: usize, b: usize, offset: usize): v128 {
  const difference = i16x8.sub(v128.load64_zero(a + offset), v128.load64_zero(b + offset));
  return i32x4.add(sum, i32x4.dot_i16x8_s(difference, difference));
}

// Four floats to the nearest 16-bit numbers, in the lower half.
@inline function round(values: v128): v128 {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(values));
  return i16x8.narrow_i32x4_s(whole, whole);
}

@inline function total(sum: v128): i32 {
  const half = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

// Sum of squared differences of two patches; stops early, with a number not below `best`, once it cannot win.
@inline function compare(plane: usize, width: i32, a: i32, b: i32, best: i32): i32 {
  const corner = radius * width + radius;
  let rowA = pixelAt(plane, a - corner);
  let rowB = pixelAt(plane, b - corner);
  const step = <usize>width << 3;
  let sum = i32x4.splat(0);
  let result: i32 = 0;
  for (let row = 0; row < 7; row++) {
    sum = pair(sum, rowA, rowB, 0);
    sum = pair(sum, rowA, rowB, 16);
    sum = pair(sum, rowA, rowB, 32);
    sum = single(sum, rowA, rowB, 48);
    rowA += step;
    rowB += step;
    result = total(sum);
    if (result >= best) return result;
  }
  return result;
}

// Mean squared difference over those pixels of patch `a` that are not `unknown`.
function compareKnown(plane: usize, unknown: usize, width: i32, a: i32, b: i32): f32 {
  let sum = i32x4.splat(0);
  let count: i32 = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    let from = a + dy * width - radius;
    let other = b + dy * width - radius;
    for (let dx = 0; dx < 7; dx++, from++, other++) {
      if (load<u8>(unknown + from)) continue;
      sum = single(sum, pixelAt(plane, from), pixelAt(plane, other), 0);
      count++;
    }
  }
  return count ? <f32>total(sum) / <f32>count : f32.MAX_VALUE;
}

// Distance of every target in `list` to the patch it has.
export function measure(plane: usize, nearest: usize, distance: usize, list: usize, count: i32, width: i32): void {
  for (let i = 0; i < count; i++) {
    const target = readInt(list, i);
    writeInt(distance, target, compare(plane, width, target, readInt(nearest, target), i32.MAX_VALUE));
  }
}

// A random whole source patch, looked for around the target first.
export function randomSource(isSource: usize, width: i32, height: i32, target: i32, window: i32): i32 {
  const y = target / width;
  const x = target - y * width;
  for (let reach = min(window, 24); reach < 2 * (width + height); reach *= 2) {
    const left = max(radius, x - reach), right = min(width - 1 - radius, x + reach);
    const top = max(radius, y - reach), bottom = min(height - 1 - radius, y + reach);
    for (let attempt = 0; attempt < 24; attempt++) {
      const candidate = (top + random(bottom - top + 1)) * width + left + random(right - left + 1);
      if (load<u8>(isSource + candidate)) return candidate;
    }
  }
  const size = width * height;
  const start = random(size);
  for (let i = 0; i < size; i++) {
    const candidate = (start + i) % size;
    if (load<u8>(isSource + candidate)) return candidate;
  }
  return -1;
}

// One pass of PatchMatch: take over the shift of the neighbours just visited, then look around at random in shrinking squares.
export function search(plane: usize, isSource: usize, nearest: usize, distance: usize, list: usize, count: i32,
  width: i32, height: i32, reach: i32, window: i32, isReversed: i32): void {
  const step: i32 = isReversed ? 1 : -1;
  const size = width * height;
  for (let i = 0; i < count; i++) {
    const target = readInt(list, isReversed ? count - 1 - i : i);
    let best = readInt(distance, target);
    let source = readInt(nearest, target);
    const y = target / width;
    const x = target - y * width;
    for (let turn = 0; turn < 2; turn++) {
      const shift = turn ? step * width : step;
      const other = readInt(nearest, target + shift);
      if (other < 0) continue;
      const candidate = other - shift;
      if (candidate == source || candidate < 0 || candidate >= size || !load<u8>(isSource + candidate)) continue;
      const found = compare(plane, width, target, candidate, best);
      if (found < best) { best = found; source = candidate; }
    }
    const left = max(radius, x - window), right = min(width - 1 - radius, x + window);
    const top = max(radius, y - window), bottom = min(height - 1 - radius, y + window);
    for (let r = reach; r >= 1; r >>= 1) {
      const sourceY = source / width;
      const sourceX = source - sourceY * width;
      const l = max(left, sourceX - r), t = max(top, sourceY - r);
      const across = min(right, sourceX + r) - l + 1, down = min(bottom, sourceY + r) - t + 1;
      if (across < 1 || down < 1) continue;
      const column = l + random(across);
      const candidate = (t + random(down)) * width + column;
      if (candidate == source || !load<u8>(isSource + candidate)) continue;
      const found = compare(plane, width, target, candidate, best);
      if (found < best) { best = found; source = candidate; }
    }
    writeInt(nearest, target, source);
    writeInt(distance, target, best);
  }
}

// exp(-z), closely: (1 - z / 16) ^ 16.
@inline function fallOff(z: v128): v128 {
  const root = f32x4.max(f32x4.splat(0), f32x4.sub(f32x4.splat(1), f32x4.mul(z, f32x4.splat(0.0625))));
  const second = f32x4.mul(root, root), fourth = f32x4.mul(second, second), eighth = f32x4.mul(fourth, fourth);
  return f32x4.mul(eighth, eighth);
}

// Room for the weights of the patches over one pixel: 7 rows of 8, the last of each row unused.
const weightRoom = memory.data(224, 16);
const firstThree = i32x4(-1, -1, -1, 0);
const lastLarge = i32x4(0, 0, 0, 0x7fffffff);

// Weighs the 7 x 7 patches whose first centre is `corner`. Answers the sum of their weights.
@inline function weighPatches(distance: usize, trust: usize, corner: i32, width: i32): f32 {
  let sum = i32x4.splat(0), least = i32x4.splat(0x7fffffff);
  const step = <usize>width << 2;
  let at = distance + (<usize>corner << 2);
  for (let row = 0; row < 7; row++, at += step) {
    const one = v128.load(at), two = v128.and(v128.load(at, 16), firstThree);
    sum = i32x4.add(sum, i32x4.add(one, two));
    least = i32x4.min_s(least, i32x4.min_s(one, v128.or(two, lastLarge)));
  }
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  const sharpness = f32x4.splat(1 / (2 * <f32>total(sum) / 49 + 1));
  let weights = f32x4.splat(0);
  at = distance + (<usize>corner << 2);
  let trusted = trust + (<usize>corner << 2);
  let to = weightRoom;
  for (let row = 0; row < 7; row++, at += step, trusted += step, to += 32) {
    const one = f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(v128.load(at), least)), sharpness);
    const two = f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(v128.load(at, 16), least)), sharpness);
    const first = f32x4.mul(fallOff(one), v128.load(trusted));
    const second = v128.and(f32x4.mul(fallOff(two), v128.load(trusted, 16)), firstThree);
    v128.store(to, first);
    v128.store(to, second, 16);
    weights = f32x4.add(weights, f32x4.add(first, second));
  }
  return f32x4.extract_lane(weights, 0) + f32x4.extract_lane(weights, 1) + f32x4.extract_lane(weights, 2) + f32x4.extract_lane(weights, 3);
}

// The same for a pixel so near to a border that some of those patches would stick out.
function weighAtBorder(distance: usize, trust: usize, x: i32, y: i32, width: i32, height: i32): f32 {
  memory.fill(weightRoom, 0, 224);
  const top = max(radius, y - radius), bottom = min(height - 1 - radius, y + radius);
  const left = max(radius, x - radius), right = min(width - 1 - radius, x + radius);
  let sum: i32 = 0, least: i32 = i32.MAX_VALUE;
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) {
    const found = readInt(distance, row * width + column);
    sum += found;
    least = min(least, found);
  }
  const patches = (bottom - top + 1) * (right - left + 1);
  const sharpness: f32 = 1 / (2 * <f32>sum / <f32>patches + 1);
  let weights: f32 = 0;
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) {
    const centre = row * width + column;
    const z = f32x4.splat(<f32>(readInt(distance, centre) - least) * sharpness);
    const weight = f32x4.extract_lane(fallOff(z), 0) * readFloat(trust, centre);
    store<f32>(weightRoom + ((row - y + radius) << 5) + ((column - x + radius) << 2), weight);
    weights += weight;
  }
  return weights;
}

// Gives each pixel of `holes` the weighted mean of what the patches over it say. Answers the summed change of red, green and blue.
// trust: how far each patch centre is to be believed. voted: room for `count` pixels.
export function vote(plane: usize, nearest: usize, distance: usize, holes: usize, count: i32, width: i32, height: i32,
  trust: usize, voted: usize): f64 {
  let change: f64 = 0;
  for (let i = 0; i < count; i++) {
    const pixel = readInt(holes, i);
    const y = pixel / width;
    const x = pixel - y * width;
    const corner = pixel - radius * width - radius;
    const isWhole = y >= 2 * radius && x >= 2 * radius && y < height - 2 * radius && x < width - 2 * radius;
    const weights = isWhole ? weighPatches(distance, trust, corner, width) : weighAtBorder(distance, trust, x, y, width, height);
    let colour = f32x4.splat(0);
    let from = nearest + (<usize>corner << 2);
    let base = pixel - corner;
    let weighed = weightRoom;
    for (let row = 0; row < 7; row++, from += <usize>width << 2, base -= width, weighed += 32) {
      for (let column = 0; column < 7; column++) {
        const weight = readFloat(weighed, column);
        if (weight == 0) continue;
        const value = v128.load64_zero(pixelAt(plane, readInt(from, column) + base - column));
        colour = f32x4.add(colour, f32x4.mul(f32x4.splat(weight), f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(value))));
      }
    }
    const share = f32x4.splat(1 / weights);
    const mean = round(f32x4.mul(colour, share));
    const moved = i16x8.abs(i16x8.sub(mean, v128.load64_zero(pixelAt(plane, pixel))));
    change += <f64>(i16x8.extract_lane_s(moved, 0) + i16x8.extract_lane_s(moved, 1) + i16x8.extract_lane_s(moved, 2));
    v128.store64_lane(pixelAt(voted, i), mean, 0);
  }
  for (let i = 0; i < count; i++) store<u64>(pixelAt(plane, readInt(holes, i)), load<u64>(pixelAt(voted, i)));
  return change;
}

@inline function clampCentre(pixel: i32, width: i32, height: i32): i32 {
  const y = pixel / width;
  const x = pixel - y * width;
  return min(height - 1 - radius, max(radius, y)) * width + min(width - 1 - radius, max(radius, x));
}

// Improves the patch of one centre while part of it is still unknown.
function startCentre(plane: usize, isSource: usize, unknown: usize, nearest: usize, cost: usize,
  width: i32, height: i32, centre: i32, window: i32, step: i32): void {
  const size = width * height;
  let source = readInt(nearest, centre);
  if (source < 0) source = randomSource(isSource, width, height, centre, window);
  let best = compareKnown(plane, unknown, width, centre, source);
  for (let turn = 0; turn < 4; turn++) {
    const shift = turn == 0 ? step : turn == 1 ? step * width : turn == 2 ? step * width + 1 : step * width - 1;
    const neighbour = centre + shift;
    if (neighbour < 0 || neighbour >= size) continue;
    const other = readInt(nearest, neighbour);
    const candidate = other - shift;
    if (other < 0 || candidate == source || candidate < 0 || candidate >= size || !load<u8>(isSource + candidate)) continue;
    const found = compareKnown(plane, unknown, width, centre, candidate);
    if (found < best) { best = found; source = candidate; }
  }
  const y = centre / width;
  const x = centre - y * width;
  for (let r = min(window, max(width, height)); r >= 1; r >>= 1) {
    const sourceY = source / width;
    const sourceX = source - sourceY * width;
    const l = max(radius, max(sourceX - r, x - window)), t = max(radius, max(sourceY - r, y - window));
    const across = min(width - 1 - radius, min(sourceX + r, x + window)) - l + 1;
    const down = min(height - 1 - radius, min(sourceY + r, y + window)) - t + 1;
    if (across < 1 || down < 1) continue;
    const column = l + random(across);
    const candidate = (t + random(down)) * width + column;
    if (candidate == source || !load<u8>(isSource + candidate)) continue;
    const found = compareKnown(plane, unknown, width, centre, candidate);
    if (found < best) { best = found; source = candidate; }
  }
  writeInt(nearest, centre, source);
  store<f32>(cost + (<usize>centre << 2), best);
}

// Fills one layer of the onion: `layer` are the unknown pixels that touch known ones.
export function startLayer(plane: usize, isSource: usize, unknown: usize, nearest: usize, cost: usize, layer: usize,
  count: i32, width: i32, height: i32, window: i32, rounds: i32, voted: usize): void {
  for (let round = 0; round < rounds; round++) {
    const isReversed = round & 1;
    let last = -1;
    for (let i = 0; i < count; i++) {
      const centre = clampCentre(readInt(layer, isReversed ? count - 1 - i : i), width, height);
      if (centre == last) continue;
      last = centre;
      startCentre(plane, isSource, unknown, nearest, cost, width, height, centre, window, isReversed ? 1 : -1);
    }
  }
  for (let i = 0; i < count; i++) {
    const pixel = readInt(layer, i);
    const y = pixel / width;
    const x = pixel - y * width;
    const top = max(radius, y - radius), bottom = min(height - 1 - radius, y + radius);
    const left = max(radius, x - radius), right = min(width - 1 - radius, x + radius);
    let sum: f32 = 0, least: f32 = f32.MAX_VALUE;
    let patches: i32 = 0;
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) {
      const centre = row * width + column;
      if (readInt(nearest, centre) < 0) continue;
      const found = readFloat(cost, centre);
      sum += found;
      least = min(least, found);
      patches++;
    }
    const sharpness: f32 = 1 / (2 * sum / <f32>patches + <f32>0.001);
    let colour = f32x4.splat(0);
    let weights: f32 = 0;
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) {
      const centre = row * width + column;
      if (readInt(nearest, centre) < 0) continue;
      const excess: f32 = 1 - (readFloat(cost, centre) - least) * sharpness / 16;
      if (excess <= 0) continue;
      const square = excess * excess, fourth = square * square, eighth = fourth * fourth;
      const weight = eighth * eighth; // (1 - z / 16) ^ 16, close to exp(-z)
      const value = v128.load64_zero(pixelAt(plane, readInt(nearest, centre) + pixel - centre));
      const spread = f32x4.splat(weight);
      colour = f32x4.add(colour, f32x4.mul(spread, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(value))));
      weights += weight;
    }
    const share = f32x4.splat(1 / weights);
    v128.store64_lane(pixelAt(voted, i), round(f32x4.mul(colour, share)), 0);
  }
  for (let i = 0; i < count; i++) {
    const pixel = readInt(layer, i);
    store<u64>(pixelAt(plane, pixel), load<u64>(pixelAt(voted, i)));
    store<u8>(unknown + pixel, 0);
  }
}

// Halves a plane: 5 x 5 binomial mean over the known pixels at every second pixel. A pixel is a hole when most of its weight is.
export function shrink(plane: usize, isHole: usize, width: i32, height: i32, smaller: usize, isSmallerHole: usize): void {
  const across = (width + 1) >> 1, down = (height + 1) >> 1;
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) {
    let colour = f32x4.splat(0);
    let known: f32 = 0, all: f32 = 0;
    for (let dy = -2; dy <= 2; dy++) {
      const row = 2 * y + dy;
      if (row < 0 || row >= height) continue;
      const weightY: f32 = dy == 0 ? 6 : dy == 1 || dy == -1 ? 4 : 1;
      for (let dx = -2; dx <= 2; dx++) {
        const column = 2 * x + dx;
        if (column < 0 || column >= width) continue;
        const weight: f32 = weightY * <f32>(dx == 0 ? 6 : dx == 1 || dx == -1 ? 4 : 1);
        all += weight;
        const pixel = row * width + column;
        if (load<u8>(isHole + pixel)) continue;
        known += weight;
        const value = v128.load64_zero(pixelAt(plane, pixel));
        const spread = f32x4.splat(weight);
        colour = f32x4.add(colour, f32x4.mul(spread, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(value))));
      }
    }
    const share = f32x4.splat(known > 0 ? 1 / known : 0);
    const index = y * across + x;
    store<u8>(isSmallerHole + index, known < all / 2 ? 1 : 0);
    v128.store64_lane(pixelAt(smaller, index), round(f32x4.mul(colour, share)), 0);
  }
}

// Chooses for each pixel of `holes` the one patch over it to copy from: a good one whose centre is near. Writes its shift and,
// lower is better, how good it is.
export function choose(nearest: usize, distance: usize, holes: usize, count: i32, width: i32, height: i32,
  shifts: usize, quality: usize): void {
  for (let i = 0; i < count; i++) {
    const pixel = readInt(holes, i);
    const y = pixel / width;
    const x = pixel - y * width;
    const top = max(radius, y - radius), bottom = min(height - 1 - radius, y + radius);
    const left = max(radius, x - radius), right = min(width - 1 - radius, x + radius);
    let best: f32 = f32.MAX_VALUE;
    let shift: i32 = 0;
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) {
      const centre = row * width + column;
      const away = (row - y) * (row - y) + (column - x) * (column - x);
      const found = (<f32>readInt(distance, centre) + 200) * (1 + <f32>away / 18);
      if (found < best) { best = found; shift = readInt(nearest, centre) - centre; }
    }
    writeInt(shifts, i, shift);
    store<f32>(quality + (<usize>i << 2), best);
  }
}

// Sweeps of successive over-relaxation for  (neighbours + right side) * share = value.  Values are 4 floats: red, green, blue, 0.
// neighbours: four indices into `values` for each of the first `count` values.
export function relax(values: usize, rightSide: usize, share: usize, neighbours: usize, count: i32, sweeps: i32, omega: f32): void {
  const kept = f32x4.splat(1 - omega);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let last = f32x4.splat(0);
    for (let i = 0; i < count; i++) {
      const around = neighbours + (<usize>i << 4);
      const b = v128.load(slotAt(values, load<i32>(around, 4)));
      const c = v128.load(slotAt(values, load<i32>(around, 8))), d = v128.load(slotAt(values, load<i32>(around, 12)));
      const at = slotAt(values, i);
      const factor = f32x4.splat(omega * readFloat(share, i));
      const rest = f32x4.add(f32x4.add(b, v128.load(slotAt(rightSide, i))), f32x4.add(c, d));
      const ready = f32x4.add(f32x4.mul(factor, rest), f32x4.mul(kept, v128.load(at)));
      // The pixel on the left was just written: it is still at hand, and only these two steps wait for it.
      const left = load<i32>(around);
      const a = left == i - 1 ? last : v128.load(slotAt(values, left));
      last = f32x4.add(ready, f32x4.mul(factor, a));
      v128.store(at, last);
    }
  }
}
