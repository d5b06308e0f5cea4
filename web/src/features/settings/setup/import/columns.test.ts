import { describe, expect, it } from 'vitest'
import { countOf, examplesOf, fileOf, readTable, textOf } from './read-csv.ts'
import { mistakesIn, recognise } from './recognise.ts'
import { importText } from '../../../../text/importing.ts'

const { labels } = importText

describe('a file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\r\n1;2\r\n'],
    ['tabs', 'a\tb\r1\t2'],
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['quotes', '"a","b"\n"1",2\n'],
    ['blank lines at its ends', '\n\na,b\n1,2\n\n\n'],
  ])('is read with %s', (_what, text) => {
    expect(readTable(text)).toEqual({ header: ['a', 'b'], rows: [['1', '2']] })
  })

  it('keeps what is in quotes: separators, line ends and quotes', () => {
    expect(readTable('a,b\n"1,2","say ""x""\nhere"\n').rows).toEqual([['1,2', 'say "x"\nhere']])
  })

  it.each([
    ['UTF-8', Uint8Array.of(0xc3, 0x84)],
    ['the code page of Western Europe', Uint8Array.of(0xc4)],
  ])('is read in %s', (_what, bytes) => {
    expect(textOf(bytes)).toBe('Ä')
  })

  it('without anything has no rows', () => {
    expect(readTable('')).toEqual({ header: [], rows: [] })
    expect(countOf(readTable('a,b\n\n'))).toBe(0)
  })

  it('shows the first few of what is in a column', () => {
    expect(examplesOf(readTable('a\n1\n\n2\n3\n4\n'), 0)).toEqual(['1', '2', '3'])
  })

  it('is sent under the names of the API, every row where it was', () => {
    const table = readTable('Nimi;Jotain;Nro\nAino;x;1\n\nEero;y;2\n')
    expect(fileOf(table, ['lastname', undefined, 'reference'])).toBe('lastname,reference\r\nAino,1\r\n\r\nEero,2\r\n')
  })
})

describe('columns', () => {
  it('are recognised by the names of the API, by their labels and by what else they are called', () => {
    expect(
      recognise(['reference', 'Last name', 'E-MAIL', 'Puhelin', 'Postinumero', 'Fax', ''], 'clients', labels),
    ).toEqual(['reference', 'lastname', 'email', 'phone_number', 'zip_code', undefined, undefined])
  })

  it('are each recognised once, the better name first', () => {
    expect(recognise(['number', 'client number', 'phone_number'], 'phone_numbers', labels)).toEqual([
      undefined,
      'client_reference',
      'phone_number',
    ])
    expect(recognise(['tel', 'mobile'], 'clients', labels)).toEqual(['phone_number', undefined])
  })

  it('that a report of refused rows adds are left out', () => {
    expect(recognise(['line', 'reason', 'reference'], 'clients', labels)).toEqual([undefined, undefined, 'reference'])
  })

  it('that are required and missing, or there twice, are named', () => {
    expect(mistakesIn(['name', 'name', undefined], 'items')).toEqual({
      missing: ['code', 'type_code', 'vat_group'],
      twice: ['name'],
    })
  })
})
