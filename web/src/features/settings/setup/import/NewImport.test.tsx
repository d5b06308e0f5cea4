// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ImportedKind } from '../../../../api/import.ts'
import { givenApi, refused } from '../../../../testing/api.ts'
import { givenMe } from '../../../../testing/records.ts'
import { show } from '../../../../testing/render.tsx'
import { NewImport } from './NewImport.tsx'

const csv = 'reference,client_reference,phone_number,type_code\n1,1,040 1234567,1\n'

const Page = () => {
  const [kind, setKind] = useState<ImportedKind>('clients')
  return <NewImport kind={kind} onKind={setKind} onSent={() => {}} onClose={() => {}} files={null} />
}

it('tries a file that was sent as the wrong kind as an import of its own', async () => {
  let imports = 0
  const api = givenApi({
    'POST /import/': ({ body }) => ({ id: ++imports, ...(body as object) }),
    'PUT /import/1/clients/': {},
    'PUT /import/2/phone_numbers/': {},
    'POST /import/1/check/': refused(400, 'invalid'),
    'POST /import/2/check/': refused(400, 'invalid'),
  })
  const { user } = show(<Page />, { me: givenMe() })
  const sent = () => api.writes().map(({ method, path }) => `${method} ${path}`)
  const press = () => user.click(screen.getByRole('button', { name: /^Try 1 row/ }))
  await user.upload(screen.getByLabelText('File of the import'), new File([csv], 'numbers.csv'))
  await screen.findByRole('button', { name: /^Try 1 row/ })
  const asClients = ['POST /import/', 'PUT /import/1/clients/', 'POST /import/1/check/']
  await press()
  await waitFor(() => expect(sent()).toEqual(asClients))
  await user.selectOptions(screen.getByLabelText('What the file has'), 'Phone numbers')
  const asNumbers = ['POST /import/', 'PUT /import/2/phone_numbers/', 'POST /import/2/check/']
  await press()
  await waitFor(() => expect(sent()).toEqual([...asClients, ...asNumbers]))
  await press()
  await waitFor(() => expect(sent()).toEqual([...asClients, ...asNumbers, ...asNumbers.slice(1)]))
})
