// Real photographs for benches and tests: they are part of npm packages, so that every run everywhere uses the same pixels.
import { fileURLToPath } from 'node:url';

const file = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** Paths of JPEG and PNG files by their subject. */
export const photos = {
  map: file('startbootstrap-clean-blog/dist/assets/img/about-bg.jpg'), // 1900 x 1501, camera and bag on a map
  telephone: file('startbootstrap-clean-blog/dist/assets/img/contact-bg.jpg'), // 1900 x 1267, black on white
  desk: file('startbootstrap-clean-blog/dist/assets/img/home-bg.jpg'), // 1900 x 1267, white desk
  station: file('startbootstrap-clean-blog/dist/assets/img/post-bg.jpg'), // 1900 x 1265, space walk
  astronaut: file('startbootstrap-clean-blog/dist/assets/img/post-sample-image.jpg'), // 778 x 514
  chair: file('startbootstrap-creative/dist/assets/img/bg-masthead.jpg'), // 1900 x 1267, wooden table and floor
  clouds: file('startbootstrap-grayscale/dist/assets/img/bg-masthead.jpg'), // 1900 x 1188, grey mountains
  forest: file('startbootstrap-grayscale/dist/assets/img/bg-signup.jpg'), // 1900 x 1119, grey, fine texture
  peaks: file('startbootstrap-grayscale/dist/assets/img/demo-image-02.jpg'), // 700 x 500, grey
  sea: file('startbootstrap-landing-page/dist/assets/img/bg-masthead.jpg'), // 1900 x 1216, water and mist
  phone: file('startbootstrap-landing-page/dist/assets/img/bg-showcase-1.jpg'), // 900 x 601
  code: file('startbootstrap-landing-page/dist/assets/img/bg-showcase-2.jpg'), // 900 x 600, code on a screen
  womanRed: file('startbootstrap-landing-page/dist/assets/img/testimonials-1.jpg'), // 500 x 500 portrait
  manCap: file('startbootstrap-landing-page/dist/assets/img/testimonials-2.jpg'), // 500 x 500 portrait with a cap
  womanGreen: file('startbootstrap-landing-page/dist/assets/img/testimonials-3.jpg'), // 500 x 500 half figure
  envelopes: file('startbootstrap-stylish-portfolio/dist/assets/img/portfolio-1.jpg'), // 700 x 467
  iceCream: file('startbootstrap-stylish-portfolio/dist/assets/img/portfolio-2.jpg'), // 700 x 467
  strawberries: file('startbootstrap-stylish-portfolio/dist/assets/img/portfolio-3.jpg'), // 700 x 467
  scissors: file('startbootstrap-stylish-portfolio/dist/assets/img/bg-callout.jpg'), // 1900 x 1268
  friendsDark: file('@vladmandic/face-api/demo/sample1.jpg'), // 1920 x 1280, three people
  friendsSofa: file('@vladmandic/face-api/demo/sample2.jpg'), // 1920 x 1367, three people
  friendsBar: file('@vladmandic/face-api/demo/sample3.jpg'), // 1920 x 1350, three people
  friendsViolet: file('@vladmandic/face-api/demo/sample4.jpg'), // 1920 x 1448, four people
  friendsStairs: file('@vladmandic/face-api/demo/sample5.jpg'), // 1920 x 1398, five people
  friendsWindow: file('@vladmandic/face-api/demo/sample6.jpg'), // 1920 x 1537, four people
  baboon: file('baboon-image/baboon.png'), // 512 x 512, fur
} as const;
