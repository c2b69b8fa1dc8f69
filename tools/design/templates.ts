// All templates, by category.
import type { Template } from './template.ts';
import { blossomWreath } from './templates/avatar/blossom-wreath.ts';
import { coupleHearts } from './templates/avatar/couple-hearts.ts';
import { gamerHex } from './templates/avatar/gamer-hex.ts';
import { graduationRing } from './templates/avatar/graduation-ring.ts';
import { lunarFrame } from './templates/avatar/lunar-frame.ts';
import { petPaw } from './templates/avatar/pet-paw.ts';
import { teamBadge } from './templates/avatar/team-badge.ts';
import { workPortrait } from './templates/avatar/work-portrait.ts';
import { appLaunch } from './templates/banner/app-launch.ts';
import { charityRun } from './templates/banner/charity-run.ts';
import { courseLaunch } from './templates/banner/course-launch.ts';
import { farmMarket } from './templates/banner/farm-market.ts';
import { paperShapes } from './templates/banner/paper-shapes.ts';
import { summerShop } from './templates/banner/summer-shop.ts';
import { teamBanner } from './templates/banner/team-banner.ts';
import { winterSale } from './templates/banner/winter-sale.ts';
import { birthdayGift } from './templates/card/birthday-gift.ts';
import { clinicCard } from './templates/card/clinic-card.ts';
import { coffeeStamps } from './templates/card/coffee-stamps.ts';
import { giftVoucher } from './templates/card/gift-voucher.ts';
import { newYearRed } from './templates/card/new-year-red.ts';
import { studioCard } from './templates/card/studio-card.ts';
import { thankYou } from './templates/card/thank-you.ts';
import { weddingInvite } from './templates/card/wedding-invite.ts';
import { cookingVideo } from './templates/cover/cooking-video.ts';
import { filmReview } from './templates/cover/film-review.ts';
import { gardenJournal } from './templates/cover/garden-journal.ts';
import { mountainStory } from './templates/cover/mountain-story.ts';
import { podcastTalk } from './templates/cover/podcast-talk.ts';
import { studyNotes } from './templates/cover/study-notes.ts';
import { techWeekly } from './templates/cover/tech-weekly.ts';
import { vlogCover } from './templates/cover/vlog-cover.ts';
import { bistroDinner } from './templates/menu/bistro-dinner.ts';
import { cakePrices } from './templates/menu/cake-prices.ts';
import { coffeeBar } from './templates/menu/coffee-bar.ts';
import { cornerBakery } from './templates/menu/corner-bakery.ts';
import { hotPotNight } from './templates/menu/hot-pot-night.ts';
import { juiceCart } from './templates/menu/juice-cart.ts';
import { lunchCombos } from './templates/menu/lunch-combos.ts';
import { teaHouse } from './templates/menu/tea-house.ts';
import { flatToLet } from './templates/notice/flat-to-let.ts';
import { gardenDay } from './templates/notice/garden-day.ts';
import { lostCat } from './templates/notice/lost-cat.ts';
import { openingHours } from './templates/notice/opening-hours.ts';
import { parentsEvening } from './templates/notice/parents-evening.ts';
import { quietPlease } from './templates/notice/quiet-please.ts';
import { shopHoliday } from './templates/notice/shop-holiday.ts';
import { waterOutage } from './templates/notice/water-outage.ts';
import { bookWeek } from './templates/poster/book-week.ts';
import { cafeHiring } from './templates/poster/cafe-hiring.ts';
import { jazzEvening } from './templates/poster/jazz-evening.ts';
import { midAutumn } from './templates/poster/mid-autumn.ts';
import { nightMarket } from './templates/poster/night-market.ts';
import { plantWorkshop } from './templates/poster/plant-workshop.ts';
import { recordFair } from './templates/poster/record-fair.ts';
import { runClub } from './templates/poster/run-club.ts';
import { examCountdown } from './templates/social/exam-countdown.ts';
import { firstBirthday } from './templates/social/first-birthday.ts';
import { morningList } from './templates/social/morning-list.ts';
import { newLatte } from './templates/social/new-latte.ts';
import { noodleRecipe } from './templates/social/noodle-recipe.ts';
import { plumQuote } from './templates/social/plum-quote.ts';
import { travelDiary } from './templates/social/travel-diary.ts';
import { weekendSale } from './templates/social/weekend-sale.ts';

export const templates: readonly Template[] = [
  bookWeek,
  cafeHiring,
  jazzEvening,
  midAutumn,
  nightMarket,
  plantWorkshop,
  recordFair,
  runClub,
  examCountdown,
  firstBirthday,
  morningList,
  newLatte,
  noodleRecipe,
  plumQuote,
  travelDiary,
  weekendSale,
  cookingVideo,
  filmReview,
  gardenJournal,
  mountainStory,
  podcastTalk,
  studyNotes,
  techWeekly,
  vlogCover,
  birthdayGift,
  clinicCard,
  coffeeStamps,
  giftVoucher,
  newYearRed,
  studioCard,
  thankYou,
  weddingInvite,
  appLaunch,
  charityRun,
  courseLaunch,
  farmMarket,
  paperShapes,
  summerShop,
  teamBanner,
  winterSale,
  flatToLet,
  gardenDay,
  lostCat,
  openingHours,
  parentsEvening,
  quietPlease,
  shopHoliday,
  waterOutage,
  bistroDinner,
  cakePrices,
  coffeeBar,
  cornerBakery,
  hotPotNight,
  juiceCart,
  lunchCombos,
  teaHouse,
  blossomWreath,
  coupleHearts,
  gamerHex,
  graduationRing,
  lunarFrame,
  petPaw,
  teamBadge,
  workPortrait,
];
