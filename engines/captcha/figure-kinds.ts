// Small drawings of things that people recognise at a glance. No two drawings of a kind are identical, so comparing pixels reveals little.
import { circle, type Figure, n } from './figure-paths.ts';
import { between, isLucky, pick, random, wholeBetween } from './random.ts';

/** A polygon with its vertices on evenly spaced rays from the centre. */
const rays = (count: number, reach: (i: number) => number, turn = 0) =>
  `M${Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI - Math.PI / 2 + turn;
    return `${n(Math.cos(angle) * reach(i))} ${n(Math.sin(angle) * reach(i))}`;
  }).join('L')}Z`;

function star(): Figure {
  const [points, inner] = [pick([5, 5, 6, 4]), between(4, 6)];
  return { outline: rays(points * 2, i => (i % 2 ? inner : 12)), details: isLucky(0.4) ? circle(0, 0, 2) : '' };
}

function heart(): Figure {
  const [w, h] = [between(9.5, 12), between(9, 12)];
  return {
    outline: `M0 ${n(h)}C${n(-w * 1.6)} ${n(h * 0.1)} ${n(-w * 0.9)} ${n(-h * 1.25)} 0 ${n(-h * 0.4)}C${n(w * 0.9)} ${n(-h * 1.25)} ${n(w * 1.6)} ${n(h * 0.1)} 0 ${n(h)}Z`,
    details: isLucky(0.5) ? `M${n(-w * 0.6)} ${n(-h * 0.2)}q1 -3 3 -3` : '',
  };
}

function moon(): Figure {
  const depth = between(7.5, 10);
  const d = `M3 -11.5A12 12 0 1 0 3 11.5A${n(depth + 3)} ${n(depth + 3)} 0 0 1 3 -11.5Z`;
  return { outline: d, details: isLucky(0.5) ? circle(-6, between(-4, 4), 1.3) : '' };
}

function house(): Figure {
  const [w, top, eave] = [between(8, 11), between(-12, -9), between(-4, 0)];
  const door = between(-4, 3);
  const chimney = isLucky(0.5) ? `M${n(w * 0.5)} ${n(eave - 2)}v-6h3v8` : '';
  return {
    outline: `M${n(-w)} ${n(eave)}L0 ${n(top)}L${n(w)} ${n(eave)}V11H${n(-w)}Z`,
    details: `M${n(door)} 11v-6h4v6${isLucky(0.6) ? `M${n(-w + 2)} ${n(eave + 2.5)}h4v3.5h-4Z` : ''}${chimney}`,
  };
}

function tree(): Figure {
  const trunk = between(1.5, 2.4);
  if (isLucky(0.5)) {
    const r = between(6.5, 8);
    return {
      outline: `M${n(-trunk)} 12V3A${n(r)} ${n(r)} 0 1 1 ${n(trunk)} 3V12Z`,
      details: isLucky(0.5) ? `M0 5V-4M0 0l3 -3M0 2l-3 -3` : '',
    };
  }
  const w = between(7, 10);
  return {
    outline: `M0 -12L${n(w * 0.7)} -3H${n(w * 0.4)}L${n(w)} 6H${n(trunk)}V12H${n(-trunk)}V6H${n(-w)}L${n(-w * 0.4)} -3H${n(-w * 0.7)}Z`,
    details: '',
  };
}

function fish(): Figure {
  const [side, h, long] = [pick([-1, 1]), between(5, 8), between(6, 8)];
  const x = (value: number) => n(value * side);
  return {
    outline: `M${x(-12)} 0C${x(-7)} ${n(-h * 1.3)} ${x(2)} ${n(-h * 1.3)} ${x(long)} -1L${x(12)} ${n(-h)}V${n(h)}L${x(long)} 1C${x(2)} ${n(h * 1.3)} ${x(-7)} ${n(h * 1.3)} ${x(-12)} 0Z`,
    details: `${circle(-7 * side, -1.5, 1.2)}${isLucky(0.6) ? `M${x(-3)} -3.5q${x(2.5)} 3.5 0 7` : ''}`,
  };
}

function flower(): Figure {
  const petals = pick([5, 6, 7]);
  const r = between(3.6, 4.6);
  const ring = Array.from({ length: petals }, (_, i) => {
    const angle = (i / petals) * 2 * Math.PI + 0.3;
    return circle(Math.cos(angle) * 7.4, Math.sin(angle) * 7.4, r);
  }).join('');
  return { outline: ring, details: circle(0, 0, between(2.5, 3.6)) };
}

function umbrella(): Figure {
  const bow = pick([-1, 1]);
  return {
    outline: `M-12 1A12 ${n(between(10, 13))} 0 0 1 12 1Q9 -2 6 1Q3 -2 0 1Q-3 -2 -6 1Q-9 -2 -12 1Z`,
    details: `M0 1V9q0 3 ${3 * bow} 3t${2.5 * bow} -3${isLucky(0.5) ? 'M0 0V-12' : ''}`,
  };
}

function key(): Figure {
  const [r, hole] = [between(4, 5.2), between(1.4, 2.2)];
  const teeth = isLucky(0.5) ? 'V5.5H9V2H7V4.5H5V1.5' : 'V4.5H9.5V2H6.5V5.5H4.5V1.5';
  return {
    outline: `M${n(-11 + 2 * r - 0.6)} -1.5H12${teeth}H${n(-11 + 2 * r - 0.6)}${circle(-11 + r, 0, r)}`,
    details: circle(-11 + r, 0, hole),
  };
}

function cup(): Figure {
  const [side, w, tall] = [pick([-1, 1]), between(6, 8), between(6, 9)];
  const steam = isLucky(0.6) ? `M-3 ${n(-tall - 1)}q-1.5 -1.5 0 -3M2 ${n(-tall - 1)}q-1.5 -1.5 0 -3` : '';
  return {
    outline: `M${n(-w)} ${n(-tall)}H${n(w)}L${n(w * 0.7)} 10H${n(-w * 0.7)}Z`,
    details: `M${n(w * 0.95 * side)} ${n(-tall + 2)}q${6 * side} 0 ${5 * side} 5t${n(-5.5 * side)} 3.5${steam}`,
  };
}

function cat(): Figure {
  const [w, ear] = [between(9, 11), between(9.5, 12)];
  return {
    outline: `M${n(-w)} ${n(-ear)}L${n(-w * 0.35)} -6.5H${n(w * 0.35)}L${n(w)} ${n(-ear)}L${n(w)} 2Q${n(w * 0.9)} 10 0 10.5Q${n(-w * 0.9)} 10 ${n(-w)} 2Z`,
    details: `${circle(-4, -0.5, 1.2)}${circle(4, -0.5, 1.2)}M-2 5q2 2.4 4 0${isLucky(0.6) ? 'M-6 4l-6 -1M6 4l6 -1M-6 6l-6 1M6 6l6 1' : ''}`,
  };
}

function boat(): Figure {
  const side = pick([-1, 1]);
  const [w, x] = [between(9, 12), between(-2, 2)];
  return {
    outline: `M${n(-w - 1)} 4H${n(w + 1)}L${n(w * 0.65)} 11H${n(-w * 0.65)}ZM${n(x)} -12V2H${n(x + side * between(7, 10))}Z`,
    details: `M${n(x)} -12V4${isLucky(0.5) ? `M${n(x - side)} -8L${n(x - side * 7)} 2H${n(x - side)}` : ''}`,
  };
}

function car(): Figure {
  const [a, b, side] = [between(-8, -5), between(4, 7), pick([-1, 1])];
  const x = (value: number) => n(value * side);
  return {
    outline: `M${x(-12)} 6V0L${x(a - 2)} -1L${x(a + 1)} -7H${x(b - 2)}L${x(b + 2)} -1L${x(12)} 1V6Z`,
    details: `${circle(-6, 6.5, between(2.6, 3.4))}${circle(6, 6.5, between(2.6, 3.4))}M${x(a + 1.5)} -1.5H${x(b)}`,
  };
}

function mushroom(): Figure {
  const [w, tall, stalk] = [between(10, 12), between(9, 12), between(2.5, 4)];
  const spots = Array.from({ length: wholeBetween(2, 3) }, (_, i) =>
    circle(-6 + i * 5.5 + between(-1, 1), between(-6.5, -3.5), between(1, 1.7)),
  );
  return {
    outline: `M${n(-w)} 0C${n(-w)} ${n(-tall * 1.3)} ${n(w)} ${n(-tall * 1.3)} ${n(w)} 0H${n(stalk)}L${n(stalk + 1)} 11H${n(-stalk - 1)}L${n(-stalk)} 0Z`,
    details: spots.join(''),
  };
}

function bolt(): Figure {
  const [a, b] = [between(3, 5.5), between(1, 3)];
  return { outline: `M${n(a)} -12L-8 ${n(b)}H-1L${n(-a)} 12L8 ${n(-b)}H1Z`, details: '' };
}

function butterfly(): Figure {
  const [w, h, low] = [between(10, 12), between(8, 11), between(6, 9)];
  const wing = (s: number) =>
    `M0 0C${n(s * 3)} ${n(-h * 1.4)} ${n(s * w * 1.2)} ${n(-h * 1.2)} ${n(s * w)} -2Q${n(s * w * 0.8)} 1 0 1C${n(s * w * 0.7)} 2 ${n(s * w)} ${n(low)} ${n(s * 5)} ${n(low + 2)}Q${n(s * 2)} ${n(low)} 0 3Z`;
  return {
    outline: wing(-1) + wing(1),
    details: `M0 9V-4M0 -4l-3 -6M0 -4l3 -6${isLucky(0.5) ? circle(-6, -4, 1.5) + circle(6, -4, 1.5) : ''}`,
  };
}

function sun(): Figure {
  const [count, r] = [pick([7, 8, 9]), between(5, 6.5)];
  const beams = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const [c, d] = [Math.cos(angle), Math.sin(angle)];
    return `M${n(c * (r + 2))} ${n(d * (r + 2))}L${n(c * 12)} ${n(d * 12)}`;
  });
  return { outline: circle(0, 0, r), details: beams.join('') };
}

function apple(): Figure {
  const [w, h, side] = [between(9, 11.5), between(9, 11), pick([-1, 1])];
  return {
    outline: `M0 -5Q${n(w * 0.5)} -9 ${n(w)} -4Q${n(w * 1.15)} 5 ${n(w * 0.45)} ${n(h)}Q0 ${n(h - 2)} ${n(-w * 0.45)} ${n(h)}Q${n(-w * 1.15)} 5 ${n(-w)} -4Q${n(-w * 0.5)} -9 0 -5Z`,
    details: `M0 -5q${1.5 * side} -3 ${2 * side} -6${isLucky(0.6) ? `q${3 * side} 3 ${5 * side} 1` : ''}`,
  };
}

function clock(): Figure {
  const r = between(9.5, 11.5);
  const hand = (long: number) => {
    const angle = random() * 2 * Math.PI;
    return `M0 0L${n(Math.cos(angle) * long)} ${n(Math.sin(angle) * long)}`;
  };
  const bells = isLucky(0.5)
    ? `M${n(-r)} ${n(-r * 0.75)}l3 -3M${n(r)} ${n(-r * 0.75)}l-3 -3M${n(-r * 0.7)} ${n(r * 0.9)}l-2 2M${n(r * 0.7)} ${n(r * 0.9)}l2 2`
    : '';
  return { outline: circle(0, 0, r), details: hand(6) + hand(4) + bells };
}

function bell(): Figure {
  const [w, top] = [between(8.5, 11), between(4, 6)];
  return {
    outline: `M${n(-w)} 7Q${n(-top - 1)} 4 ${n(-top)} -4A${n(top)} ${n(top)} 0 0 1 ${n(top)} -4Q${n(top + 1)} 4 ${n(w)} 7Z`,
    details: `${circle(0, 9.3, 1.7)}M0 ${n(-5 - top)}v-2.5`,
  };
}

function leaf(): Figure {
  const [w, bend] = [between(6, 9.5), between(-3, 3)];
  const veins = isLucky(0.6) ? 'M0 3l4 -4M0 3l-4 -4M0 -2l3 -3M0 -2l-3 -3' : '';
  return {
    outline: `M${n(bend)} -12Q${n(w * 1.6)} -2 0 8Q${n(-w * 1.6)} -2 ${n(bend)} -12Z`,
    details: `M${n(bend)} -9Q0 0 0 12.5${veins}`,
  };
}

/** Each call returns a new random variant. */
export const drawnKinds = {
  star,
  heart,
  moon,
  house,
  tree,
  fish,
  flower,
  umbrella,
  key,
  cup,
  cat,
  boat,
  car,
  mushroom,
  bolt,
  butterfly,
  sun,
  apple,
  clock,
  bell,
  leaf,
} as const;
