import { wordList } from './word-list.ts'

/** Real apps of the Shopify ecosystem, roughly from the most to the least installed: the order sets the frequency. */
export const APPS = wordList(`
  Klaviyo, Judge.me, Loox, Yotpo, PageFly, Privy, Gorgias, ReConvert, Smile.io, AfterShip, Recharge, Attentive,
  Omnisend, Tidio, Postscript, Mailchimp, Printful, Stamped, Zendesk, Okendo, Bold Subscriptions, Rebuy, Shogun,
  Afterpay, Klarna, Langify, Instafeed, Vitals, Hextom Free Shipping Bar, Printify, DSers, Matrixify, GemPages,
  Seal Subscriptions, Growave, LoyaltyLion, Route, Searchanise, Boost AI Search & Filter, Infinite Options,
  Swym Wishlist Plus, Weglot, Transcy, Sezzle, Triple Whale, Littledata, Elevar, Northbeam, Justuno, OptiMonk,
  Wisepops, Bold Upsell, Zipify OneClickUpsell, Zipify Pages, Frequently Bought Together, Candy Rack,
  Honeycomb Upsell, In Cart Upsell, Kaching Bundles, Fast Bundle, BOGOS, Appstle Subscriptions, Skio, Stay AI,
  Ordergroove, Loop Subscriptions, Loop Returns, Happy Returns, ReturnGO, Narvar, ParcelPanel, 17TRACK, Shippo,
  ShipStation, Easyship, Sendcloud, ShipBob, Shiphero, Stocky, Inventory Planner, Cin7, Brightpearl,
  QuickBooks Connector, A2X, Xero Bridge, Avalara AvaTax, Signifyd, NoFraud, Riskified, Lucky Orange, Replo,
  Instant Page Builder, LayoutHub, EComposer, Foxify, Nosto, LimeSpot, Wiser, Dynamic Yield, Algolia, Klevu,
  Findify, Searchspring, Fera, Ali Reviews, Junip, Reviews.io, Trustpilot, Bazaarvoice, Foursixty, Covet.pics,
  Tolstoy, Videowise, Whatmore, Octane AI, Jebbit, RevenueHunt Quiz, Fairing, KnoCommerce, Grapevine, Re:amaze,
  Richpanel, Kustomer, HelpCenter, Chatty, Redo, Intercom, Freshdesk, Drip, Sendlane, Brevo, SMSBump, Emotive,
  Recart, PushOwl, Friendbuy, ReferralCandy, UpPromote, Refersion, Social Snowball, Superfiliate, GoAffPro, Carro,
  Faire, Syncio, Locksmith, Wholesale Club, Bold Custom Pricing, SparkLayer, B2B Wave, Geolocation Redirects,
  Pandectes GDPR, Consentmo, OneTrust, accessiBe, UserWay, TinyIMG, Booster SEO, SEO Manager, Smart SEO,
  Plug in SEO, Avada SEO, Nudgify, Fomo, Sales Pop, Hulk Form Builder, Globo Form Builder, Powerful Contact Form,
  Bookthatapp, Sesami, Customily, Zepto Product Personalizer, Teeinblue, Globo Product Options,
  Avis Product Options, Pre-Order Now, Timesact, Back in Stock, Notify Me, Tapcart, Vajro, Plobal Apps, Shopney,
  Gift Card Hero, Rise.ai, Govalo, Giftship, Wrapped, EcoCart, Cloverly, Greenspark, Shopify Flow, Shopify Inbox,
  Shopify Email, Mechanic, Alloy Automation, Zapier
`)

/** Pixels and tags with their relative frequency. */
export const PIXELS: readonly (readonly [name: string, weight: number])[] = [
  ['Meta Pixel', 100],
  ['Google Analytics 4', 95],
  ['Google Ads', 60],
  ['TikTok Pixel', 38],
  ['Pinterest Tag', 26],
  ['Google Tag Manager', 34],
  ['Microsoft Advertising', 14],
  ['Snapchat Pixel', 12],
  ['Hotjar', 13],
  ['Microsoft Clarity', 15],
  ['Criteo', 6],
  ['X Pixel', 5],
  ['LinkedIn Insight Tag', 4],
  ['Reddit Pixel', 4],
  ['Taboola', 2.5],
  ['Outbrain', 2],
  ['AdRoll', 3],
  ['Quora Pixel', 0.6],
  ['Amazon Ads', 2.2],
  ['Klaviyo', 20],
  ['Yahoo Dot', 0.9],
  ['Segment', 1.6],
  ['Heap', 0.8],
  ['Mixpanel', 0.7],
  ['FullStory', 0.8],
  ['Lucky Orange', 2],
  ['Mouseflow', 0.6],
  ['Rakuten Advertising', 0.9],
  ['Impact', 1.2],
  ['Awin', 1.3],
  ['ShareASale', 1.2],
  ['AppLovin Axon', 1.5],
  ['Spotify Pixel', 0.5],
  ['Yandex Metrica', 0.7],
  ['LINE Tag', 0.5],
]

export const FREE_THEMES = wordList(`
  Dawn, Debut, Refresh, Sense, Craft, Brooklyn, Minimal, Studio, Ride, Crave, Origin, Taste, Publisher, Colorblock,
  Spotlight, Trade, Narrative, Supply, Simple, Venture, Boundless, Express, Horizon, Savor, Tinker, Fabric
`)

export const PAID_THEMES = wordList(`
  Impulse, Prestige, Turbo, Impact, Symmetry, Motion, Broadcast, Empire, Warehouse, Streamline, Pipeline, Palo Alto,
  Focal, Flex, Expanse, Enterprise, Be Yours, Concept, Stiletto, Parallax, Testament, Showcase, Icon, Retina, Envy,
  District, Modular, Blockshop, Superstore, Fashionopolism, Editions, Local, Canopy, Capital, Cascade, Artisan,
  Athens, Atlantic, Vogue, Mr Parker, Loft, Label, Reformation, Responsive, Sunrise, Startup, Shapes, Spark, Split,
  Whisk, Xtra, Release, Eurus, Hyper, Shella, Kalles, Gecko, Ella, Minimog, Booster, Shoptimized
`)

export const CUSTOM_THEMES = wordList(
  `Custom, Custom Build, Live, Headless, Hydrogen, Agency Build, Main Theme, Production`,
)
