import { wordList } from './word-list.ts'

export interface Role {
  slug: string
  seniority: 'executive' | 'decision_maker' | 'other'
  /** How often the role is met in a store run by a handful of people, and in one with departments. */
  weightSmall: number
  weightLarge: number
  titles: readonly string[]
}

function role(
  slug: string,
  seniority: Role['seniority'],
  weights: { small: number; large: number },
  titles: string,
): Role {
  return { slug, seniority, weightSmall: weights.small, weightLarge: weights.large, titles: wordList(titles) }
}

export const ROLES: readonly Role[] = [
  role(
    'founder',
    'executive',
    { small: 30, large: 3 },
    `Founder, founder, Founder & CEO, Founder and Owner, Founder / Designer, Founding Partner,
    Founder & Creative Director`,
  ),
  role(
    'co_founder',
    'executive',
    { small: 14, large: 3 },
    `Co-Founder, Cofounder, Co-founder & COO, Co-Founder and CMO, Co Founder, Co-founder | Product`,
  ),
  role(
    'owner',
    'executive',
    { small: 20, large: 1 },
    `Owner, Business Owner, Store Owner, Owner/Operator, Proprietor, Owner & Maker`,
  ),
  role(
    'ceo',
    'executive',
    { small: 10, large: 5 },
    `CEO, Chief Executive Officer, Chief Executive, CEO & Co-Founder, Managing Director, President & CEO, Group CEO`,
  ),
  role('coo', 'executive', { small: 2, large: 4 }, `COO, Chief Operating Officer, Chief Operations Officer, COO/CFO`),
  role('cfo', 'executive', { small: 1, large: 4 }, `CFO, Chief Financial Officer, Finance Director, VP Finance & CFO`),
  role(
    'cmo',
    'executive',
    { small: 3, large: 5 },
    `CMO, Chief Marketing Officer, Chief Marketing & Digital Officer, Chief Brand Officer, Interim CMO`,
  ),
  role(
    'cto',
    'executive',
    { small: 2, large: 4 },
    `CTO, Chief Technology Officer, Chief Technical Officer, Chief Digital & Technology Officer`,
  ),
  role(
    'head_of_ecommerce',
    'decision_maker',
    { small: 3, large: 8 },
    `Head of Ecommerce, Head of E-Commerce, Head of eCommerce, Director of Ecommerce, VP Ecommerce,
    Ecommerce Director, Senior Director of E-Commerce`,
  ),
  role(
    'head_of_marketing',
    'decision_maker',
    { small: 3, large: 7 },
    `Head of Marketing, Marketing Director, Director of Marketing, VP Marketing, VP of Marketing,
    Head of Brand Marketing`,
  ),
  role(
    'head_of_growth',
    'decision_maker',
    { small: 2, large: 5 },
    `Head of Growth, Growth Lead, Director of Growth, VP Growth, Growth Marketing Lead, Head of Acquisition`,
  ),
  role(
    'ecommerce_manager',
    'decision_maker',
    { small: 5, large: 11 },
    `Ecommerce Manager, E-Commerce Manager, eCommerce Manager, E-commerce Manager, Senior Ecommerce Manager,
    Online Store Manager, Ecom Manager, Webshop Manager`,
  ),
  role(
    'marketing_manager',
    'decision_maker',
    { small: 6, large: 12 },
    `Marketing Manager, Digital Marketing Manager, Senior Marketing Manager, Brand Marketing Manager,
    Online Marketing Manager, Marketing & Communications Manager, Marketing Lead`,
  ),
  role(
    'operations_manager',
    'decision_maker',
    { small: 5, large: 8 },
    `Operations Manager, Head of Operations, Director of Operations, Logistics Manager, Supply Chain Manager,
    Warehouse & Operations Manager, Ops Manager`,
  ),
  role(
    'product_manager',
    'decision_maker',
    { small: 1, large: 5 },
    `Product Manager, Senior Product Manager, Head of Product, Product Lead, Digital Product Owner`,
  ),
  role(
    'creative_director',
    'decision_maker',
    { small: 3, large: 3 },
    `Creative Director, Art Director, Brand Director, Head of Creative, Design Director`,
  ),
  role(
    'buyer',
    'decision_maker',
    { small: 1, large: 4 },
    `Buyer, Senior Buyer, Purchasing Manager, Head of Buying, Merchandising Manager, Category Manager`,
  ),
  role(
    'retention_manager',
    'other',
    { small: 1, large: 4 },
    `Retention Manager, CRM Manager, Lifecycle Marketing Manager, Email Marketing Manager, Email & SMS Specialist,
    CRM & Loyalty Specialist`,
  ),
  role(
    'social_media_manager',
    'other',
    { small: 3, large: 5 },
    `Social Media Manager, Social Media Specialist, Community Manager, Content Creator,
    Influencer Marketing Coordinator`,
  ),
  role(
    'performance_marketer',
    'other',
    { small: 1, large: 5 },
    `Performance Marketing Manager, Paid Media Specialist, PPC Specialist, SEA Manager, Media Buyer, SEO Specialist`,
  ),
  role(
    'developer',
    'other',
    { small: 1, large: 5 },
    `Shopify Developer, Web Developer, Frontend Developer, Senior Software Engineer, Ecommerce Developer,
    Lead Developer`,
  ),
  role(
    'designer',
    'other',
    { small: 2, large: 4 },
    `Graphic Designer, Designer, UX Designer, Product Designer, Textile Designer, Packaging Designer`,
  ),
  role(
    'customer_support',
    'other',
    { small: 5, large: 8 },
    `Customer Support, Customer Service Representative, Customer Experience Manager, CX Lead,
    Customer Care Specialist, Customer Success Associate`,
  ),
  role(
    'sales_manager',
    'other',
    { small: 3, large: 5 },
    `Sales Manager, Wholesale Manager, Account Manager, B2B Sales Manager, Key Account Manager, Retail Sales Lead`,
  ),
]

/** Titles in the country's own language, by naming tradition and role, since sources rarely translate them. */
export const LOCAL_TITLES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  german: {
    founder: ['Gründer', 'Gründerin', 'Gründer & Geschäftsführer'],
    co_founder: ['Mitgründer', 'Mitgründerin'],
    owner: ['Inhaber', 'Inhaberin'],
    ceo: ['Geschäftsführer', 'Geschäftsführerin', 'Geschäftsführender Gesellschafter'],
    cfo: ['Kaufmännischer Leiter'],
    head_of_ecommerce: ['Leiter E-Commerce', 'Leiterin E-Commerce'],
    head_of_marketing: ['Marketingleiter', 'Leiterin Marketing'],
    operations_manager: ['Leiter Logistik', 'Betriebsleiter'],
    buyer: ['Einkäufer', 'Leiterin Einkauf'],
    customer_support: ['Kundenservice', 'Leitung Kundenservice'],
    sales_manager: ['Vertriebsleiter'],
  },
  french: {
    founder: ['Fondateur', 'Fondatrice', 'Fondatrice & CEO'],
    co_founder: ['Cofondateur', 'Co-fondatrice'],
    owner: ['Gérant', 'Gérante'],
    ceo: ['Directeur Général', 'Directrice Générale', 'Président'],
    head_of_ecommerce: ['Directeur e-commerce', 'Directrice e-commerce'],
    head_of_marketing: ['Directrice Marketing', 'Directeur Marketing'],
    ecommerce_manager: ['Responsable e-commerce', 'Chef de projet e-commerce'],
    marketing_manager: ['Responsable marketing', 'Chargée de marketing digital'],
    operations_manager: ['Responsable logistique'],
    buyer: ['Acheteuse', 'Responsable achats'],
    customer_support: ['Service client', 'Responsable relation client'],
  },
  spanish: {
    founder: ['Fundador', 'Fundadora', 'Fundadora y CEO'],
    co_founder: ['Cofundador', 'Cofundadora'],
    owner: ['Propietario', 'Dueña'],
    ceo: ['Director General', 'Directora General', 'Gerente General'],
    head_of_marketing: ['Directora de Marketing', 'Director de Marketing'],
    ecommerce_manager: ['Responsable de e-commerce', 'Gerente de E-commerce'],
    operations_manager: ['Jefe de Operaciones', 'Responsable de Logística'],
    customer_support: ['Atención al Cliente'],
  },
  italian: {
    founder: ['Fondatore', 'Fondatrice'],
    co_founder: ['Co-fondatore', 'Cofondatrice'],
    owner: ['Titolare'],
    ceo: ['Amministratore Delegato', 'Amministratrice Unica'],
    head_of_marketing: ['Responsabile Marketing', 'Direttrice Marketing'],
    ecommerce_manager: ['Responsabile E-commerce'],
    customer_support: ['Servizio Clienti'],
  },
  portuguese: {
    founder: ['Fundador', 'Fundadora'],
    co_founder: ['Cofundador', 'Sócia-fundadora'],
    owner: ['Proprietária', 'Sócio-proprietário'],
    ceo: ['Diretor Executivo', 'Diretora-Geral'],
    head_of_marketing: ['Diretora de Marketing', 'Gerente de Marketing'],
    ecommerce_manager: ['Gerente de E-commerce', 'Coordenador de E-commerce'],
    customer_support: ['Atendimento ao Cliente'],
  },
  dutch: {
    founder: ['Oprichter', 'Oprichtster'],
    owner: ['Eigenaar', 'Eigenaresse'],
    ceo: ['Directeur', 'Algemeen directeur'],
    buyer: ['Inkoper'],
    customer_support: ['Klantenservice'],
  },
  nordic: {
    founder: ['Grundare', 'Stifter', 'Gründer'],
    owner: ['Ägare', 'Ejer', 'Daglig leder'],
    ceo: ['VD', 'Administrerende direktør', 'Toimitusjohtaja'],
    customer_support: ['Kundtjänst', 'Kundeservice'],
  },
}
