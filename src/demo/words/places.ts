import type { Tradition } from './people.ts'
import { wordList } from './word-list.ts'

/** Countries with numbers set aside for fiction; the others borrow one of these plans. */
export type PhonePlan = 'unitedStates' | 'canada' | 'unitedKingdom' | 'australia' | 'germany' | 'france' | 'sweden'

export interface Country {
  code: string
  /** Share of the stores, in percent. */
  weight: number
  /** Naming traditions of the people there, with their relative frequency. */
  traditions: readonly (readonly [Tradition, number])[]
  phonePlan: PhonePlan
  /** Cities that a store may carry in its name, as they stand in a domain. */
  cities: readonly string[]
}

type Mix = Country['traditions']

const AMERICAN: Mix = [
  ['english', 66],
  ['spanish', 13],
  ['chinese', 4],
  ['indian', 4],
  ['german', 2],
  ['italian', 2],
  ['korean', 2],
  ['southeastAsian', 2],
  ['hebrew', 1.5],
  ['arabic', 1],
  ['slavic', 1],
  ['african', 1],
  ['french', 0.5],
]
const BRITISH: Mix = [
  ['english', 82],
  ['indian', 7],
  ['slavic', 3],
  ['african', 3],
  ['chinese', 2],
  ['arabic', 1],
  ['italian', 1],
  ['french', 1],
]
const CANADIAN: Mix = [
  ['english', 60],
  ['french', 19],
  ['chinese', 8],
  ['indian', 8],
  ['arabic', 2],
  ['southeastAsian', 3],
]
const AUSTRALIAN: Mix = [
  ['english', 80],
  ['chinese', 6],
  ['indian', 5],
  ['greek', 3],
  ['italian', 3],
  ['southeastAsian', 3],
]

/** A country where one tradition prevails, with a few colleagues from elsewhere. */
function mostly(tradition: Tradition, alsoHere: Tradition = 'english'): Mix {
  return [
    [tradition, 90],
    [alsoHere, 10],
  ]
}

function country(code: string, weight: number, traditions: Mix, phonePlan: PhonePlan, cities: string): Country {
  return { code, weight, traditions, phonePlan, cities: wordList(cities) }
}

export const COUNTRIES: readonly Country[] = [
  country('US', 45, AMERICAN, 'unitedStates', 'brooklyn, austin, nashville, portland, denver, chicago, seattle, miami'),
  country('GB', 10.5, BRITISH, 'unitedKingdom', 'london, manchester, bristol, edinburgh, leeds, brighton, glasgow'),
  country('CA', 6.5, CANADIAN, 'canada', 'toronto, vancouver, montreal, calgary, ottawa, halifax'),
  country('AU', 6, AUSTRALIAN, 'australia', 'sydney, melbourne, brisbane, perth, byron, adelaide'),
  country('DE', 4.8, mostly('german', 'turkish'), 'germany', 'berlin, hamburg, muenchen, koeln, leipzig, frankfurt'),
  country('FR', 3.6, mostly('french', 'arabic'), 'france', 'paris, lyon, bordeaux, nantes, marseille, lille'),
  country('NL', 2.1, mostly('dutch'), 'germany', 'amsterdam, rotterdam, utrecht, haarlem'),
  country('IN', 2, mostly('indian'), 'unitedKingdom', 'mumbai, delhi, bengaluru, jaipur, pune'),
  country('ES', 1.6, mostly('spanish'), 'france', 'madrid, barcelona, valencia, sevilla'),
  country('IT', 1.6, mostly('italian'), 'france', 'milano, roma, firenze, torino, napoli'),
  country('SE', 1.1, mostly('nordic'), 'sweden', 'stockholm, malmo, goteborg, uppsala'),
  country('NZ', 1, mostly('english', 'maori'), 'australia', 'auckland, wellington, christchurch, queenstown'),
  country('JP', 1, mostly('japanese'), 'unitedStates', 'tokyo, osaka, kyoto, kobe'),
  country('BR', 1, mostly('portuguese', 'italian'), 'unitedStates', 'saopaulo, rio, curitiba, recife'),
  country('DK', 0.9, mostly('nordic'), 'sweden', 'copenhagen, aarhus, odense'),
  country('CH', 0.9, mostly('german', 'french'), 'germany', 'zurich, geneva, basel, bern'),
  country('BE', 0.8, mostly('dutch', 'french'), 'france', 'antwerp, ghent, brussels, bruges'),
  country('AT', 0.7, mostly('german', 'slavic'), 'germany', 'wien, graz, salzburg, linz'),
  country('IE', 0.7, mostly('english', 'slavic'), 'unitedKingdom', 'dublin, galway, cork, limerick'),
  country('MX', 0.7, mostly('spanish'), 'unitedStates', 'cdmx, guadalajara, monterrey, oaxaca'),
  country('SG', 0.7, mostly('chinese', 'indian'), 'unitedKingdom', 'singapore, tiongbahru, katong'),
  country('ZA', 0.6, mostly('african'), 'unitedKingdom', 'capetown, joburg, durban, stellenbosch'),
  country('NO', 0.6, mostly('nordic'), 'sweden', 'oslo, bergen, trondheim'),
  country('HK', 0.6, mostly('chinese'), 'unitedKingdom', 'hongkong, kowloon, sheungwan'),
  country('PL', 0.5, mostly('slavic'), 'germany', 'warszawa, krakow, wroclaw, gdansk'),
  country('FI', 0.4, mostly('nordic'), 'sweden', 'helsinki, turku, tampere'),
  country('AE', 0.5, mostly('arabic', 'indian'), 'unitedKingdom', 'dubai, abudhabi, sharjah'),
  country('PT', 0.4, mostly('portuguese'), 'france', 'lisboa, porto, braga'),
  country('IL', 0.4, mostly('hebrew'), 'unitedStates', 'telaviv, haifa, jaffa'),
  country('KR', 0.3, mostly('korean'), 'unitedStates', 'seoul, busan, incheon'),
  country('CN', 0.3, mostly('chinese'), 'unitedStates', 'shanghai, shenzhen, hangzhou'),
  country('TR', 0.3, mostly('turkish'), 'germany', 'istanbul, izmir, bodrum'),
  country('CO', 0.3, mostly('spanish'), 'unitedStates', 'bogota, medellin, cartagena'),
  country('CZ', 0.25, mostly('slavic', 'german'), 'germany', 'praha, brno, olomouc'),
  country('GR', 0.25, mostly('greek'), 'france', 'athina, thessaloniki, chania'),
  country('MY', 0.25, mostly('southeastAsian', 'chinese'), 'australia', 'kualalumpur, penang, ipoh'),
  country('ID', 0.25, mostly('southeastAsian'), 'australia', 'jakarta, ubud, bandung'),
  country('PH', 0.25, mostly('southeastAsian'), 'unitedStates', 'manila, cebu, davao'),
  country('RO', 0.2, mostly('balticHungarianRomanian'), 'germany', 'bucuresti, cluj, timisoara'),
  country('HU', 0.2, mostly('balticHungarianRomanian'), 'germany', 'budapest, szeged, debrecen'),
  country('CL', 0.2, mostly('spanish'), 'unitedStates', 'santiago, valparaiso'),
  country('AR', 0.2, mostly('spanish', 'italian'), 'unitedStates', 'buenosaires, cordoba, mendoza'),
  country('VN', 0.15, mostly('southeastAsian'), 'australia', 'saigon, hanoi, danang'),
  country('TH', 0.15, mostly('southeastAsian'), 'australia', 'bangkok, chiangmai, phuket'),
  country('NG', 0.15, mostly('african'), 'unitedKingdom', 'lagos, abuja, ibadan'),
  country('EE', 0.1, mostly('balticHungarianRomanian', 'nordic'), 'sweden', 'tallinn, tartu'),
  country('LT', 0.1, mostly('balticHungarianRomanian', 'slavic'), 'sweden', 'vilnius, kaunas'),
]
