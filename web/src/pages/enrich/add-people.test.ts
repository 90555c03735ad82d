import { expect, it } from 'vitest'
import { addPeople } from './add-people.ts'

const results = [
  'index,input,ref,outcome,charged,id,full_name,store_domain,store_name,primary_email',
  '0,ct_1,,newly_revealed,true,ct_1,"Ada, Countess",tea.example,Tea,ada@tea.example',
  '1,ct_2,,already_revealed,false,ct_2,Ben,tea.example,Tea,ben@tea.example',
  '2,ct_3,,unavailable,false,,,,,',
  '',
].join('\r\n')

it('people stand next to their store, in the rows and the order of the file', () => {
  const sheet = 'domain,owner,store_domain,status,name\r\nhttps://tea.example,Eve,tea.example,found,Tea\r\nx,Tom,,,\r\n'
  expect(addPeople(sheet, results)).toBe(
    [
      'domain,owner,store_domain,status,name,contact_id,contact_full_name,contact_primary_email,contact_2_id,contact_2_full_name,contact_2_primary_email',
      'https://tea.example,Eve,tea.example,found,Tea,ct_1,"Ada, Countess",ada@tea.example,ct_2,Ben,ben@tea.example',
      'x,Tom,,,,,,,,,',
      '',
    ].join('\r\n'),
  )
})

it('a file keeps its columns when nobody was revealed', () => {
  expect(addPeople('Url,domain,status\r\ntea.example,tea.example,found\r\n', 'id,store_domain\r\n')).toBe(
    'Url,domain,status,contact_id\r\ntea.example,tea.example,found,\r\n',
  )
})
