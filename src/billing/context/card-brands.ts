/** Brands whose name is not just their id with a capital letter. */
const names: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export const cardBrandName = (brand: string): string => names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
