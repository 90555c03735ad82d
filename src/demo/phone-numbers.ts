import { type Random, weighted } from './random.ts'
import type { PhonePlan } from './words/places.ts'

/** A block of numbers set aside for fiction: the prefix, then a number from `first` to `last` of `digits` digits. */
interface NumberBlock {
  prefix: string
  first: number
  last: number
  digits: number
}

interface Plan {
  fixed: readonly NumberBlock[]
  mobile: readonly NumberBlock[]
}

function block(prefix: string, first: number, last: number, digits: number): NumberBlock {
  return { prefix, first, last, digits }
}

function northAmerican(areaCodes: string): NumberBlock[] {
  return areaCodes.split(' ').map((areaCode) => block(`+1 ${areaCode} 555 `, 100, 199, 4))
}

function single(...numbers: string[]): NumberBlock[] {
  return numbers.map((number) => block(number.slice(0, -3), Number(number.slice(-3)), Number(number.slice(-3)), 3))
}

const UNITED_STATES = northAmerican(
  '201 202 206 212 213 214 215 216 281 303 305 310 312 313 314 315 317 323 347 385 401 404 407 408 412 413 414 415 ' +
    '423 424 469 480 501 502 503 504 505 510 512 515 516 571 585 602 603 608 612 614 615 617 619 646 650 678 702 703 ' +
    '704 713 714 718 720 737 757 773 801 802 803 804 808 813 816 818 828 832 843 858 860 901 904 907 910 914 916 917 ' +
    '919 929 949 951 954 971 972',
)
const CANADA = northAmerican('204 236 250 289 306 403 416 418 437 438 506 514 519 587 604 613 647 709 778 780 902 905')

/**
 * Only ranges whose regulator keeps them free for film, print and examples, so that no number of the demo can ring
 * anywhere. Countries without such a range borrow the plan of another one; inventing a range could hit a real person.
 */
const PHONE_PLANS = {
  /** NANPA: 555-0100 to 555-0199 in every area code; mobile numbers look the same there. */
  unitedStates: { fixed: UNITED_STATES, mobile: UNITED_STATES },
  canada: { fixed: CANADA, mobile: CANADA },
  /** Ofcom: telephone numbers for drama use. */
  unitedKingdom: {
    fixed: [
      ...['113', '114', '115', '116', '117', '118', '121', '131', '141', '151', '161'].map((areaCode) =>
        block(`+44 ${areaCode} 496 0`, 0, 999, 3),
      ),
      block('+44 20 7946 0', 0, 999, 3),
      block('+44 191 498 0', 0, 999, 3),
      block('+44 29 2018 0', 0, 999, 3),
      block('+44 1632 960', 0, 999, 3),
    ],
    mobile: [block('+44 7700 900', 0, 999, 3)],
  },
  /** ACMA: numbers for use in creative works; the mobile ones are thirty single numbers. */
  australia: {
    fixed: ['2', '3', '7', '8'].flatMap((areaCode) => [
      block(`+61 ${areaCode} 5550 `, 0, 9999, 4),
      block(`+61 ${areaCode} 7010 `, 0, 9999, 4),
    ]),
    mobile: [
      ...single('+61 491 570 006', '+61 491 570 110', '+61 491 570 156', '+61 491 570 157', '+61 491 570 158'),
      ...single('+61 491 570 159', '+61 491 570 313', '+61 491 570 737', '+61 491 571 266', '+61 491 571 491'),
      ...single('+61 491 571 804', '+61 491 572 549', '+61 491 572 665', '+61 491 572 983', '+61 491 573 087'),
      ...single('+61 491 573 770', '+61 491 574 118', '+61 491 574 632', '+61 491 575 254', '+61 491 575 789'),
      ...single('+61 491 576 398', '+61 491 576 801', '+61 491 577 426', '+61 491 577 644', '+61 491 578 148'),
      ...single('+61 491 578 888', '+61 491 578 957', '+61 491 579 212', '+61 491 579 455', '+61 491 579 760'),
    ],
  },
  /** Bundesnetzagentur, notice 148/2021: a thousand numbers in each of five cities. */
  germany: {
    fixed: [
      block('+49 30 23125 ', 0, 999, 3),
      block('+49 40 66969 ', 0, 999, 3),
      block('+49 69 90009 ', 0, 999, 3),
      block('+49 89 99998 ', 0, 999, 3),
      block('+49 221 4710 ', 0, 999, 3),
    ],
    mobile: [],
  },
  /** Arcep's numbering plan: numbers for audiovisual works. */
  france: {
    fixed: ['1 99 00', '2 61 91', '3 53 01', '4 65 71', '5 36 49'].map((range) => block(`+33 ${range} `, 0, 9999, 4)),
    mobile: [block('+33 6 39 98 ', 0, 9999, 4)],
  },
  /** PTS: numbers for books and films. */
  sweden: { fixed: [], mobile: [block('+46 70 174 06 ', 5, 99, 2)] },
} as const satisfies Record<string, Plan>

const pickType = weighted<'direct' | 'mobile' | 'company'>([
  ['direct', 30],
  ['mobile', 38],
  ['company', 32],
])

/** A number that the plan's country could have; a plan with only one kind of number gives that kind. */
export function fictionalPhone(random: Random, plan: PhonePlan): { phone: string; type: string } {
  const { fixed, mobile }: Plan = PHONE_PLANS[plan]
  const wanted = pickType(random)
  const isMobile = fixed.length === 0 || (wanted === 'mobile' && mobile.length > 0)
  const { prefix, first, last, digits } = random.pick(isMobile ? mobile : fixed)
  return {
    phone: prefix + String(first + random.below(last - first + 1)).padStart(digits, '0'),
    type: isMobile ? 'mobile' : wanted === 'mobile' ? 'direct' : wanted,
  }
}
