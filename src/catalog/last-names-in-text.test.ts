import { describe, expect, test } from 'vitest'
import { firstWordOf, likelyLastName, titleWithoutLastName, withoutLastName } from './last-names-in-text.ts'

describe('C16: texts shown next to the masked last name do not reveal it', () => {
  test.each([
    ['Jane Doe', 'Doe', 'Jane'],
    ['Doe, John', 'Doe', 'John'],
    ['DOE John', 'Doe', 'John'],
    ['Maria Garcia', 'García', 'Maria'],
    ['jane.doe', 'Doe', 'jane'],
    ['Jane_Doe', 'Doe', 'Jane'],
    ['Jane (Doe)', 'Doe', 'Jane'],
    ['Jane Smith Jones', 'Smith-Jones', 'Jane'],
    ['Jane Smith-Jones', 'Smith Jones', 'Jane'],
    ['Jane Smith-Lee', 'Smith-Lee', 'Jane'],
    ['Sean ONeil', "O'Neil", 'Sean'],
    ['Ana de Jesus', 'de Souza', 'Ana de Jesus'],
    ['Ana Souza', 'de Souza', 'Ana'],
    ['太郎山田', '山田', '太郎'],
    ['Jane Doeʼs', 'Doe', 'Jane'],
    // Names that are what they look like.
    ['Scott', 'Scott', 'Scott'],
    ['Scott Scott', 'Scott', 'Scott'],
    ['Seo-yeon', 'Seo', 'Seo-yeon'],
    ['Mary Ann', 'Smith', 'Mary Ann'],
    ['J. R.', 'R', 'J. R.'],
    ['Jean-Luc', 'Picard', 'Jean-Luc'],
  ])('the first name %j of %j is %j', (firstName, lastName, shown) => {
    expect(withoutLastName(firstName, lastName)).toBe(shown)
  })

  test.each([
    ['Jane Doe', 'Jane'],
    ['Doe, Jane', 'Jane'],
    ['Jane Doe, PhD', 'Jane'],
    ['jane.doe', 'jane'],
    ['J.R.R. Tolkien', 'J.R.R.'],
    ['Jean-Luc', 'Jean-Luc'],
    ['Jane', 'Jane'],
    [',', ','],
  ])('of %j without a last name, %j is shown', (name, shown) => {
    expect(firstWordOf(name)).toBe(shown)
  })

  test.each([
    ['Max Mustermann', 'Mustermann'],
    ['Mustermann, Max', 'Mustermann'],
    ['Max Mustermann, MBA', 'Mustermann'],
    ['Dr. Max Mustermann', 'Mustermann'],
    ['Max', null],
    ['', null],
  ])('the last name of %j is most likely %j', (fullName, lastName) => {
    expect(likelyLastName(fullName)).toBe(lastName)
  })

  test.each([
    ['Max Mustermann - CEO', 'Mustermann', 'Max - CEO'],
    ['Mustermann, CEO', 'Mustermann', 'CEO'],
    ['CEO (Mustermann)', 'Mustermann', 'CEO'],
    ['GARCIA’s right hand', 'García', 'right hand'],
    ['Assistant to Jane Smith Jones and Smith-Jones', 'Smith-Jones', 'Assistant to Jane and'],
    ['Doe & Doe', 'Doe', null],
    ['Directeur de la Cruz de la région', 'de la Cruz', 'Directeur de la région'],
    // Only the whole last name, and only as a word.
    ['Directeur de la communication', 'de la Cruz', 'Directeur de la communication'],
    ['Cooking Lead', 'Cook', 'Cooking Lead'],
    ['M&A Director', 'M', 'M&A Director'],
    ['Head of Growth', '-', 'Head of Growth'],
  ])('the title %j of %j is shown as %j', (title, lastName, shown) => {
    expect(titleWithoutLastName(title, lastName)).toBe(shown)
  })
})

test.each([
  ['TeamDoeson lead', 'Doeson', 'Jane', 'Team lead'],
  ['CEO at DoesonGroup', 'Doeson', 'Jane', 'CEO at Group'],
  ['CEO janedoeson', 'Doeson', 'Jane', 'CEO'],
  ['CEO, jdoeson77', 'Doeson', 'Jane', 'CEO'],
  ['CEO, jdoeson', 'Doeson', 'Jane', 'CEO'],
  ['CEO doeson77', 'Doeson', 'Jane', 'CEO'],
  ['CEO, Doeson_Group', 'Doeson', 'Jane', 'CEO, _Group'],
  ['Bakery manager', 'Baker', 'Ann', 'Bakery manager'],
  ['X CEO of X.com', 'X', 'Ann', 'CEO of X.com'],
  ['李 总经理', '李', '小明', '总经理'],
])('C16, MASK-3: the title %j of somebody called %j is shown as it must be', (title, lastName, firstName, shown) => {
  expect(titleWithoutLastName(title, lastName, firstName)).toBe(shown)
})

describe('MASK-5: a last name is found in a first name however it is joined to it', () => {
  const separators = [...' _-–—‐‑‒―.,;:/|\\+&*~=#@•·…→>'].concat(
    ' - ',
    ' / ',
    '\u00a0',
    '\u2009',
    '\u00ad',
    '\u200d',
    '🎉',
    '、',
    '',
  )
  test.each(separators)('Jane%jDoe is Jane', (separator) => {
    expect(withoutLastName(`Jane${separator}Doe`, 'Doe')).toBe('Jane')
  })

  test.each([
    ['Doe-Jane', 'Doe', 'Jane'],
    ['DoeJane', 'Doe', 'Jane'],
    ['janedoe', 'Doe', 'jane'],
    ['JANEDOE', 'Doe', 'JANE'],
    ['janedoe77', 'Doe', 'jane'],
    ['JDoe', 'Doe', 'J'],
    ['Jane D.o.e', 'Doe', 'Jane'],
    ['Jane D\u00ado\u00ade', 'Doe', 'Jane'],
    ['Jane 𝐃𝐨𝐞', 'Doe', 'Jane'],
    ['Jane Ｄｏｅ', 'Doe', 'Jane'],
    ['Jane Dое', 'Doe', 'Jane'],
    ['Jane 🅳🅾🅴', 'Doe', 'Jane'],
    ['Jane Doe', 'Doe, Jr.', 'Jane'],
    ['Jane Doe', 'Doe PhD', 'Jane'],
    ['Hans Mueller', 'Müller', 'Hans'],
    ['Hans Müller', 'Mueller', 'Hans'],
    ['Lars Sorensen', 'Sørensen', 'Lars'],
    ['J. Doe', 'Doe', 'J.'],
    ['Jane de Souza', 'de Souza', 'Jane'],
    ['王小明', '王', '小明'],
    ['김민수', '김', '민수'],
    // Names that are what they look like.
    ['Johnson', 'John', 'Johnson'],
    ['DeShawn', 'Shaw', 'DeShawn'],
    ['Adam', 'Dam', 'Adam'],
    ['Doe', 'Doe', 'Doe'],
  ])('the first name %j of %j is %j', (firstName, lastName, shown) => {
    expect(withoutLastName(firstName, lastName)).toBe(shown)
  })

  test.each([
    ['Jane–Doe', 'Jane'],
    ['JaneDoe', 'Jane'],
    ['Jane•Doe', 'Jane'],
    ['Jane Doe', 'Jane'],
    ['McKenzie', 'McKenzie'],
    ['LaToya', 'LaToya'],
    ['D’Arcy', 'D’Arcy'],
  ])('of %j without a last name, %j is shown', (name, shown) => {
    expect(firstWordOf(name)).toBe(shown)
  })

  test.each([
    ['𝐉𝐚𝐧𝐞 𝐃𝐨𝐞𝐬𝐨𝐧, CEO', 'Doeson', '𝐉𝐚𝐧𝐞 , CEO'],
    ['CEO Doe\u00adson', 'Doeson', 'CEO'],
    ['CEO D.o.e.s.o.n', 'Doeson', 'CEO'],
    ['Ⓓⓞⓔⓢⓞⓝ Head of Growth', 'Doeson', 'Head of Growth'],
    ['CEO Dоеson', 'Doeson', 'CEO'],
    ['Mueller Geschäftsführer', 'Müller', 'Geschäftsführer'],
    ['M&A Director', 'Ma', 'M&A Director'],
    ['Teamᴰoeson', 'Doeson', 'Team'],
    ['founder_doeson', 'Doeson', 'founder_'],
    ['CEODoeson', 'Doeson', 'CEO'],
    ['Doeson’s right hand', 'Doeson', 'right hand'],
  ])('the title %j of %j is shown as %j', (title, lastName, shown) => {
    expect(titleWithoutLastName(title, lastName, 'Jane')).toBe(shown)
  })
})
