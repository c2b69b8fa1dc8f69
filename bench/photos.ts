// Real photographs for benches and tests, the same pixels in every run. Those in fixtures/photos come from themes of Start Bootstrap, whose licence lies
// beside them; the others are part of npm packages that the product or its tests need for more than that.
import { fileURLToPath } from 'node:url';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/photos/${name}`, import.meta.url));
const packed = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** Paths of JPEG and PNG files by their subject. */
export const photos = {
  map: fixture('map.jpg'), // 1900 x 1501, camera and bag on a map
  telephone: fixture('telephone.jpg'), // 1900 x 1267, black on white
  desk: fixture('desk.jpg'), // 1900 x 1267, white desk
  station: fixture('station.jpg'), // 1900 x 1265, space walk
  astronaut: fixture('astronaut.jpg'), // 778 x 514
  chair: fixture('chair.jpg'), // 1900 x 1267, wooden table and floor
  clouds: fixture('clouds.jpg'), // 1900 x 1188, grey mountains
  forest: fixture('forest.jpg'), // 1900 x 1119, grey, fine texture
  peaks: fixture('peaks.jpg'), // 700 x 500, grey
  sea: fixture('sea.jpg'), // 1900 x 1216, water and mist
  phone: fixture('phone.jpg'), // 900 x 601
  code: fixture('code.jpg'), // 900 x 600, code on a screen
  womanRed: fixture('woman-red.jpg'), // 500 x 500 portrait
  manCap: fixture('man-cap.jpg'), // 500 x 500 portrait with a cap
  womanGreen: fixture('woman-green.jpg'), // 500 x 500 half figure
  envelopes: fixture('envelopes.jpg'), // 700 x 467
  iceCream: fixture('ice-cream.jpg'), // 700 x 467
  strawberries: fixture('strawberries.jpg'), // 700 x 467
  scissors: fixture('scissors.jpg'), // 1900 x 1268
  friendsDark: packed('@vladmandic/face-api/demo/sample1.jpg'), // 1920 x 1280, three people
  friendsSofa: packed('@vladmandic/face-api/demo/sample2.jpg'), // 1920 x 1367, three people
  friendsBar: packed('@vladmandic/face-api/demo/sample3.jpg'), // 1920 x 1350, three people
  friendsViolet: packed('@vladmandic/face-api/demo/sample4.jpg'), // 1920 x 1448, four people
  friendsStairs: packed('@vladmandic/face-api/demo/sample5.jpg'), // 1920 x 1398, five people
  friendsWindow: packed('@vladmandic/face-api/demo/sample6.jpg'), // 1920 x 1537, four people
  baboon: packed('baboon-image/baboon.png'), // 512 x 512, fur
} as const;
