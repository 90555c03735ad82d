import { wordList } from './word-list.ts'

export interface Category {
  slug: string
  weight: number
  /** The eight endings that a store of this category may carry in its name; no two categories share one. */
  endings: readonly string[]
}

function category(slug: string, weight: number, endings: string): Category {
  return { slug, weight, endings: wordList(endings) }
}

export const CATEGORIES: readonly Category[] = [
  category('apparel', 15, 'apparel, clothing, threads, wardrobe, outfitters, garments, denim, menswear'),
  category('womens_fashion', 8, 'boutique, dresses, womenswear, silhouettes, label, blouses, tailoring, ateliers'),
  category('footwear', 3.2, 'shoes, footwear, sneakers, boots, sandals, cobblers, soles, loafers'),
  category('jewelry', 6.5, 'jewelry, jewellery, gems, rings, pendants, goldsmiths, earrings, charms'),
  category('watches', 1.2, 'watches, timepieces, chronographs, straps, horology, dials, watchmakers, bezels'),
  category('bags_luggage', 1.8, 'bags, leathergoods, luggage, totes, backpacks, carryalls, satchels, travelgear'),
  category('eyewear', 0.9, 'eyewear, sunglasses, optics, frames, shades, lenses, spectacles, opticians'),
  category('beauty', 6, 'beauty, cosmetics, makeup, lashes, lips, nails, glow, fragrances'),
  category('skincare', 4.4, 'skincare, skin, botanicals, serums, bathbody, soaps, dermacare, cleansers'),
  category('haircare', 1.9, 'haircare, hair, curls, barbers, wigs, shampoo, extensions, brushes'),
  category('health_wellness', 4, 'wellness, health, remedies, herbals, aromatherapy, sleepcare, apothecary, naturals'),
  category('supplements', 3, 'supplements, vitamins, nutrition, protein, superfoods, nutrients, probiotics, greens'),
  category('fitness', 2.4, 'fitness, activewear, gymwear, strength, yoga, trainers, barbells, athletics'),
  category('home_decor', 5.6, 'home, decor, interiors, living, wallart, ceramics, textiles, lighting'),
  category('furniture', 2.2, 'furniture, woodworks, sofas, tables, seating, cabinetry, mattresses, joinery'),
  category('kitchen_dining', 2.2, 'kitchen, cookware, tableware, knives, dining, glassware, bakeware, servingware'),
  category('candles_fragrance', 2, 'candles, candleco, scents, wax, incense, diffusers, aromas, melts'),
  category('bedding_bath', 1.2, 'bedding, linens, towels, sheets, duvets, pillows, bathware, quilts'),
  category('garden_outdoor', 2, 'garden, plants, seeds, planters, nursery, succulents, greenhouse, gardenware'),
  category('pet_supplies', 3.4, 'pets, petfoods, dogs, cats, treats, collars, petcare, aquatics'),
  category('food_gourmet', 3, 'foods, pantry, kitchens, spices, honey, chocolates, bakery, gourmet'),
  category('coffee_tea', 2.1, 'coffee, roasters, tea, teahouse, coffeeroasters, espresso, brews, matcha'),
  category('wine_spirits', 1.2, 'wines, cellars, distillery, spirits, vineyards, gin, brewery, cocktails'),
  category('baby_kids', 2.8, 'baby, kids, littles, babywear, nurseries, prams, minis, kidswear'),
  category('toys_games', 2, 'toys, games, puzzles, plush, boardgames, dolls, playthings, hobbies'),
  category('books_stationery', 1.8, 'books, stationery, paper, press, prints, journals, planners, letterpress'),
  category('arts_crafts', 2.1, 'crafts, yarns, fabrics, paints, stitches, beads, knitting, patterns'),
  category('electronics', 2.6, 'electronics, tech, audio, gadgets, devices, speakers, chargers, smarthome'),
  category('phone_accessories', 1.1, 'cases, mobile, phonecases, cables, skins, phonegear, mounts, wireless'),
  category('sports_outdoors', 3, 'outdoors, sports, camping, surf, cycling, fishing, golf, climbing'),
  category('automotive', 1.9, 'auto, motors, carcare, parts, detailing, wheels, motorcycles, offroad'),
  category('tools_hardware', 1.3, 'tools, hardware, workshop, fasteners, workwear, power, safety, supplyhouse'),
  category('party_gifts', 2, 'gifts, giftbox, party, balloons, hampers, florists, flowers, occasions'),
  category('music_instruments', 0.8, 'music, guitars, drums, vinyl, records, strings, pianos, pedals'),
  category('travel', 0.7, 'travel, voyages, journeys, maps, trips, tours, adventures, passports'),
  category('cbd_vape', 0.9, 'cbd, hemp, vapes, gummies, hempworks, tinctures, vapor, extracts'),
]
