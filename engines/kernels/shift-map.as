// The inner loops of filling by whole shifted pieces, in AssemblyScript with SIMD. Built by scripts/build-kernels.ts into shift-map.wasm.
//
// A feature is 8 signed 16-bit numbers: colour, slopes of brightness, strength of texture. A plane has one for each pixel, row by row.
// `isKnown` has one byte for each pixel of a plane: 1 where it may be copied from.
// Points and shifts are pairs of 32-bit numbers: x and y, or dx and dy.

@inline function readInt(list: usize, index: i32): i32 { return load<i32>(list + (<usize>index << 2)); }
@inline function writeInt(list: usize, index: i32, value: i32): void { store<i32>(list + (<usize>index << 2), value); }
@inline function readFloat(list: usize, index: i32): f32 { return load<f32>(list + (<usize>index << 2)); }
@inline function writeFloat(list: usize, index: i32, value: f32): void { store<f32>(list + (<usize>index << 2), value); }
@inline function readX(points: usize, index: i32): i32 { return load<i32>(points + (<usize>index << 3)); }
@inline function readY(points: usize, index: i32): i32 { return load<i32>(points + (<usize>index << 3), 4); }

// Squared distance of two features.
@inline function square(plane: usize, a: i32, b: i32): i32 {
  const difference = i16x8.sub(v128.load(plane + (<usize>a << 4)), v128.load(plane + (<usize>b << 4)));
  const sum = i32x4.dot_i16x8_s(difference, difference);
  const half = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

// A place this many times as far off as the best one so far is left out.
const tooFar: f32 = 2.5;

// Scores each place of the box left..right, top..bottom that the point centreX, centreY may be shifted to: the mean squared distance of
// `points` to what lies there, each counted up to `cap`. Places are left out (the largest number) where too little is known.
// needs: points of the hole; six of ten must land on known pixels. scores: one number for each pixel of the box.
export function scoreShifts(plane: usize, isKnown: usize, width: i32, left: i32, top: i32, right: i32, bottom: i32,
  points: usize, count: i32, needs: usize, needCount: i32, centreX: i32, centreY: i32, cap: i32, scores: usize): void {
  let to = scores;
  let best: f32 = <f32>cap * <f32>count;
  const maxLost = count * 3 / 10;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++, to += 4) {
    const dx = x - centreX, dy = y - centreY;
    store<f32>(to, f32.MAX_VALUE);
    if (dx == 0 && dy == 0) continue;
    let landed = 0;
    for (let i = 0; i < needCount; i++) {
      const atX = readX(needs, i) + dx, atY = readY(needs, i) + dy;
      if (atX < left || atX >= right || atY < top || atY >= bottom) continue;
      landed += load<u8>(isKnown + atY * width + atX);
    }
    if (landed * 10 < needCount * 6) continue;
    let sum: f32 = 0;
    let lost = 0;
    const limit = best * tooFar;
    for (let i = 0; i < count; i++) {
      if (sum > limit) { lost = count; break; }
      const fromX = readX(points, i), fromY = readY(points, i);
      const atX = fromX + dx, atY = fromY + dy;
      const isLost = atX < left || atX >= right || atY < top || atY >= bottom || !load<u8>(isKnown + atY * width + atX);
      if (isLost) {
        sum += <f32>cap * <f32>0.5;
        if (++lost > maxLost) break;
      } else sum += <f32>min(cap, square(plane, fromY * width + fromX, atY * width + atX));
    }
    if (lost > maxLost) continue;
    best = min(best, sum);
    store<f32>(to, sum / <f32>count);
  }
}

// The best shift within `reach` of dx, dy for `points`: its number in the square of (2 * reach + 1)^2 shifts, row by row.
export function sharpenShift(plane: usize, isKnown: usize, width: i32, height: i32, points: usize, count: i32,
  dx: i32, dy: i32, reach: i32, cap: i32): i32 {
  let best: f32 = f32.MAX_VALUE;
  let found = 0;
  let number = 0;
  for (let shiftY = dy - reach; shiftY <= dy + reach; shiftY++) for (let shiftX = dx - reach; shiftX <= dx + reach; shiftX++, number++) {
    let sum: f32 = 0;
    for (let i = 0; i < count && sum < best; i++) {
      const fromX = readX(points, i), fromY = readY(points, i);
      const atX = fromX + shiftX, atY = fromY + shiftY;
      const isLost = atX < 0 || atX >= width || atY < 0 || atY >= height || !load<u8>(isKnown + atY * width + atX);
      sum += isLost ? <f32>cap * <f32>0.5 : <f32>min(cap, square(plane, fromY * width + fromX, atY * width + atX));
    }
    if (sum < best) { best = sum; found = number; }
  }
  return found;
}

// Distances of `points` to what lies dx, dy away from them, each up to `cap`; `lost` where nothing known lies.
export function compareShifted(plane: usize, isKnown: usize, width: i32, height: i32, points: usize, count: i32,
  dx: i32, dy: i32, cap: f32, lost: f32, distances: usize): void {
  for (let i = 0; i < count; i++) {
    const fromX = readX(points, i), fromY = readY(points, i);
    const atX = fromX + dx, atY = fromY + dy;
    const isLost = atX < 0 || atX >= width || atY < 0 || atY >= height || !load<u8>(isKnown + atY * width + atX);
    writeFloat(distances, i, isLost ? lost : min(cap, sqrt<f32>(<f32>square(plane, fromY * width + fromX, atY * width + atX))));
  }
}

// ---- Maximum flow on a sparse graph, with search trees that are kept (Boykov and Kolmogorov, PAMI 2004).

const none: i32 = -1, terminal: i32 = -2, orphaned: i32 = -3;
const far: i32 = 0x3fffffff;

// Of each vertex: its first arc, what the source or (negative) the sink still gives it, the arc to its parent, when and how far from
// its root it was last seen, the tree it is in, and whether it waits.
let firstArc: usize, excess: usize, parent: usize, stamp: usize, depth: usize, waiting: usize, orphans: usize, isSink: usize, isWaiting: usize;
// Of each arc: the next one of the same vertex, where it leads, its room. Arcs a and a ^ 1 are opposite.
let nextArc: usize, headOf: usize, roomOf: usize;
let vertexCount: i32, arcCount: i32;
let waitingHead: i32, waitingTail: i32, orphanHead: i32, orphanTail: i32, time: i32;

// Takes 78 bytes a vertex, with at most two pairs of arcs for each.
function openGraph(room: usize, most: i32): void {
  const step = <usize>(most + 1) << 2;
  firstArc = room; excess = room + step; parent = room + 2 * step; stamp = room + 3 * step; depth = room + 4 * step;
  waiting = room + 5 * step; orphans = room + 6 * step;
  nextArc = room + 7 * step; headOf = room + 11 * step; roomOf = room + 15 * step;
  isSink = room + 19 * step; isWaiting = isSink + <usize>most;
}

function clearGraph(count: i32): void {
  vertexCount = count;
  arcCount = 0;
  memory.fill(firstArc, 0xff, <usize>count << 2);
  memory.fill(excess, 0, <usize>count << 2);
}

@inline function addArc(from: i32, to: i32, room: i32): void {
  const arc = arcCount;
  arcCount += 2;
  writeInt(headOf, arc, to);
  writeInt(roomOf, arc, room);
  writeInt(nextArc, arc, readInt(firstArc, from));
  writeInt(firstArc, from, arc);
  writeInt(headOf, arc + 1, from);
  writeInt(roomOf, arc + 1, 0);
  writeInt(nextArc, arc + 1, readInt(firstArc, to));
  writeInt(firstArc, to, arc + 1);
}

@inline function wake(vertex: i32): void {
  if (load<u8>(isWaiting + vertex)) return;
  store<u8>(isWaiting + vertex, 1);
  writeInt(waiting, waitingTail, vertex);
  waitingTail = waitingTail == vertexCount ? 0 : waitingTail + 1;
}

@inline function orphan(vertex: i32): void {
  writeInt(parent, vertex, orphaned);
  writeInt(orphans, orphanTail, vertex);
  orphanTail = orphanTail == vertexCount ? 0 : orphanTail + 1;
}

function augment(bridge: i32): void {
  const start = readInt(headOf, bridge ^ 1), end = readInt(headOf, bridge);
  let flow = readInt(roomOf, bridge);
  let vertex = start;
  for (let arc = readInt(parent, vertex); arc != terminal; arc = readInt(parent, vertex)) {
    flow = min(flow, readInt(roomOf, arc ^ 1));
    vertex = readInt(headOf, arc);
  }
  flow = min(flow, readInt(excess, vertex));
  vertex = end;
  for (let arc = readInt(parent, vertex); arc != terminal; arc = readInt(parent, vertex)) {
    flow = min(flow, readInt(roomOf, arc));
    vertex = readInt(headOf, arc);
  }
  flow = min(flow, -readInt(excess, vertex));
  writeInt(roomOf, bridge, readInt(roomOf, bridge) - flow);
  writeInt(roomOf, bridge ^ 1, readInt(roomOf, bridge ^ 1) + flow);
  vertex = start;
  for (let arc = readInt(parent, vertex); arc != terminal; arc = readInt(parent, vertex)) {
    const left = readInt(roomOf, arc ^ 1) - flow;
    writeInt(roomOf, arc, readInt(roomOf, arc) + flow);
    writeInt(roomOf, arc ^ 1, left);
    if (left == 0) orphan(vertex);
    vertex = readInt(headOf, arc);
  }
  const given = readInt(excess, vertex) - flow;
  writeInt(excess, vertex, given);
  if (given == 0) orphan(vertex);
  vertex = end;
  for (let arc = readInt(parent, vertex); arc != terminal; arc = readInt(parent, vertex)) {
    const left = readInt(roomOf, arc) - flow;
    writeInt(roomOf, arc ^ 1, readInt(roomOf, arc ^ 1) + flow);
    writeInt(roomOf, arc, left);
    if (left == 0) orphan(vertex);
    vertex = readInt(headOf, arc);
  }
  const taken = readInt(excess, vertex) + flow;
  writeInt(excess, vertex, taken);
  if (taken == 0) orphan(vertex);
}

// Steps from a vertex to the root of its tree; `far` when the way ends at an orphan.
function measureDepth(from: i32): i32 {
  let steps = 0;
  let vertex = from;
  while (true) {
    if (readInt(stamp, vertex) == time) return steps + readInt(depth, vertex);
    const arc = readInt(parent, vertex);
    steps++;
    if (arc == terminal) {
      writeInt(stamp, vertex, time);
      writeInt(depth, vertex, 1);
      return steps;
    }
    if (arc == orphaned) return far;
    vertex = readInt(headOf, arc);
  }
}

function adopt(): void {
  while (orphanHead != orphanTail) {
    const vertex = readInt(orphans, orphanHead);
    orphanHead = orphanHead == vertexCount ? 0 : orphanHead + 1;
    const tree = load<u8>(isSink + vertex);
    let chosen = none, least = far;
    for (let arc = readInt(firstArc, vertex); arc >= 0; arc = readInt(nextArc, arc)) {
      if (readInt(roomOf, tree ? arc : arc ^ 1) == 0) continue;
      const other = readInt(headOf, arc);
      if (load<u8>(isSink + other) != tree || readInt(parent, other) == none) continue;
      let steps = measureDepth(other);
      if (steps >= far) continue;
      if (steps < least) { least = steps; chosen = arc; }
      for (let at = other; readInt(stamp, at) != time; at = readInt(headOf, readInt(parent, at))) {
        writeInt(stamp, at, time);
        writeInt(depth, at, steps--);
      }
    }
    writeInt(parent, vertex, chosen);
    if (chosen >= 0) {
      writeInt(stamp, vertex, time);
      writeInt(depth, vertex, least + 1);
      continue;
    }
    for (let arc = readInt(firstArc, vertex); arc >= 0; arc = readInt(nextArc, arc)) {
      const other = readInt(headOf, arc);
      const up = readInt(parent, other);
      if (load<u8>(isSink + other) != tree || up == none) continue;
      if (readInt(roomOf, tree ? arc : arc ^ 1) > 0) wake(other);
      if (up >= 0 && readInt(headOf, up) == vertex) orphan(other);
    }
  }
}

// Grows the tree of a vertex. Answers an arc from the source's tree to the sink's, or -1.
@inline function grow(vertex: i32): i32 {
  const tree = load<u8>(isSink + vertex);
  for (let arc = readInt(firstArc, vertex); arc >= 0; arc = readInt(nextArc, arc)) {
    if (readInt(roomOf, tree ? arc ^ 1 : arc) == 0) continue;
    const other = readInt(headOf, arc);
    if (readInt(parent, other) == none) {
      store<u8>(isSink + other, tree);
      wake(other);
    } else if (load<u8>(isSink + other) != tree) return tree ? arc ^ 1 : arc;
    else if (readInt(stamp, other) > readInt(stamp, vertex) || readInt(depth, other) <= readInt(depth, vertex)) continue;
    writeInt(parent, other, arc ^ 1);
    writeInt(stamp, other, readInt(stamp, vertex));
    writeInt(depth, other, readInt(depth, vertex) + 1);
  }
  return none;
}

// After this, a vertex with a parent and the flag `isSink` lies on the sink's side of a smallest cut.
function maximiseFlow(): void {
  waitingHead = 0; waitingTail = 0; orphanHead = 0; orphanTail = 0; time = 0;
  memory.fill(isWaiting, 0, vertexCount);
  memory.fill(stamp, 0, <usize>vertexCount << 2);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const given = readInt(excess, vertex);
    store<u8>(isSink + vertex, given < 0 ? 1 : 0);
    writeInt(parent, vertex, given == 0 ? none : terminal);
    writeInt(depth, vertex, 1);
    if (given != 0) wake(vertex);
  }
  let current = none;
  while (true) {
    if (current >= 0 && readInt(parent, current) == none) current = none;
    while (current < 0) {
      if (waitingHead == waitingTail) return;
      current = readInt(waiting, waitingHead);
      waitingHead = waitingHead == vertexCount ? 0 : waitingHead + 1;
      store<u8>(isWaiting + current, 0);
      if (readInt(parent, current) == none) current = none;
    }
    const bridge = grow(current);
    time++;
    if (bridge < 0) { current = none; continue; }
    augment(bridge);
    adopt();
  }
}

// ---- Alpha expansion (Boykov, Veksler, Zabih, PAMI 2001)

// How visible a seam between the shifts a and b is at a point: distance of the two features that would meet there.
@inline function seamAt(plane: usize, isKnown: usize, width: i32, height: i32, x: i32, y: i32, shifts: usize, a: i32, b: i32, cap: f32): f32 {
  const aX = x + readX(shifts, a), aY = y + readY(shifts, a), bX = x + readX(shifts, b), bY = y + readY(shifts, b);
  if (aX < 0 || bX < 0 || aX >= width || bX >= width || aY < 0 || bY < 0 || aY >= height || bY >= height) return cap;
  const atA = aY * width + aX, atB = bY * width + bX;
  if (!load<u8>(isKnown + atA) || !load<u8>(isKnown + atB)) return cap;
  return min(cap, sqrt<f32>(<f32>square(plane, atA, atB)));
}

// Gives the label `alpha` to those nodes where that lowers the sum of costs and seams, all at once. Answers how many took it.
// points, right, below: place, neighbour on the right and neighbour below of each node (-1: none). labels: of each node, changed here.
// costs, alphaCosts: what each node pays for its label and for alpha; at `never` it cannot take alpha. room: 78 bytes a node and 1 KB.
// slots: room for one number a node.
export function expand(plane: usize, isKnown: usize, width: i32, height: i32, points: usize, right: usize, below: usize, labels: usize,
  costs: usize, alphaCosts: usize, count: i32, shifts: usize, alpha: i32, cap: f32, never: f32, slots: usize, room: usize): i32 {
  openGraph(room, count);
  let taken = 0;
  for (let node = 0; node < count; node++) {
    const canTake = readInt(labels, node) != alpha && readFloat(alphaCosts, node) < never;
    writeInt(slots, node, canTake ? taken++ : none);
  }
  if (taken == 0) return 0;
  clearGraph(taken);
  const scale: f32 = 8;
  for (let node = 0; node < count; node++) {
    const slot = readInt(slots, node);
    const x = readX(points, node), y = readY(points, node);
    const a = readInt(labels, node);
    if (slot >= 0) {
      const more = readFloat(alphaCosts, node) - min(<f32>1e6, readFloat(costs, node));
      writeInt(excess, slot, readInt(excess, slot) + <i32>nearest<f32>(more * scale));
    }
    for (let turn = 0; turn < 2; turn++) {
      const other = readInt(turn ? below : right, node);
      if (other < 0) continue;
      const otherSlot = readInt(slots, other);
      if (slot < 0 && otherSlot < 0) continue;
      const b = readInt(labels, other);
      const otherX = readX(points, other), otherY = readY(points, other);
      const now: f32 = a == b ? 0 : seamAt(plane, isKnown, width, height, x, y, shifts, a, b, cap) + seamAt(plane, isKnown, width, height, otherX, otherY, shifts, a, b, cap);
      // Only the other one takes alpha: a meets alpha. Only this one: alpha meets b.
      const withOther: f32 = a == alpha ? 0 : seamAt(plane, isKnown, width, height, x, y, shifts, a, alpha, cap) + seamAt(plane, isKnown, width, height, otherX, otherY, shifts, a, alpha, cap);
      const withThis: f32 = b == alpha ? 0 : a == b ? withOther : seamAt(plane, isKnown, width, height, x, y, shifts, alpha, b, cap) + seamAt(plane, isKnown, width, height, otherX, otherY, shifts, alpha, b, cap);
      const keep = <i32>nearest<f32>(now * scale), take = <i32>nearest<f32>(withThis * scale), give = <i32>nearest<f32>(withOther * scale);
      if (slot >= 0 && otherSlot >= 0) {
        writeInt(excess, slot, readInt(excess, slot) + take - keep);
        writeInt(excess, otherSlot, readInt(excess, otherSlot) - take);
        const both = take + give - keep;
        if (both > 0) addArc(slot, otherSlot, both);
      } else if (slot >= 0) writeInt(excess, slot, readInt(excess, slot) + take - keep);
      else writeInt(excess, otherSlot, readInt(excess, otherSlot) + give - keep);
    }
  }
  maximiseFlow();
  let changed = 0;
  for (let node = 0; node < count; node++) {
    const slot = readInt(slots, node);
    if (slot < 0 || readInt(parent, slot) == none || !load<u8>(isSink + slot)) continue;
    writeInt(labels, node, alpha);
    writeFloat(costs, node, readFloat(alphaCosts, node));
    changed++;
  }
  return changed;
}

// The seam between each node and its neighbours on the right and below, summed at both. sums: cleared here, one number a node.
export function measureSeams(plane: usize, isKnown: usize, width: i32, height: i32, points: usize, right: usize, below: usize, labels: usize,
  count: i32, shifts: usize, cap: f32, sums: usize): void {
  memory.fill(sums, 0, <usize>count << 2);
  for (let node = 0; node < count; node++) for (let turn = 0; turn < 2; turn++) {
    const other = readInt(turn ? below : right, node);
    if (other < 0) continue;
    const a = readInt(labels, node), b = readInt(labels, other);
    if (a == b) continue;
    const seam = seamAt(plane, isKnown, width, height, readX(points, node), readY(points, node), shifts, a, b, cap)
      + seamAt(plane, isKnown, width, height, readX(points, other), readY(points, other), shifts, a, b, cap);
    writeFloat(sums, node, readFloat(sums, node) + seam);
    writeFloat(sums, other, readFloat(sums, other) + seam);
  }
}

// ---- Dividing an image in two (Boykov, Jolly, ICCV 2001)

// Finds the smallest cut between two sides. right, below: neighbours of each node (-1: none), and what it costs to cut each of these links, as
// numbers of 0 or more. excess of a node: what it costs to put it on the second side less what it costs on the first. sides: 1 for nodes on the
// second side. room: 78 bytes a node and 1 KB.
export function cut(right: usize, below: usize, rightLinks: usize, belowLinks: usize, costs: usize, count: i32, sides: usize, room: usize): void {
  openGraph(room, count);
  clearGraph(count);
  for (let node = 0; node < count; node++) {
    writeInt(excess, node, readInt(costs, node));
    for (let turn = 0; turn < 2; turn++) {
      const other = readInt(turn ? below : right, node);
      const link = readInt(turn ? belowLinks : rightLinks, node);
      if (other < 0 || link == 0) continue;
      addArc(node, other, link);
      writeInt(roomOf, arcCount - 1, link);
    }
  }
  maximiseFlow();
  for (let node = 0; node < count; node++)
    store<u8>(sides + node, readInt(parent, node) != none && load<u8>(isSink + node) ? 1 : 0);
}
