import { expect, test } from 'vitest'
import { composeMail } from './mail-content.ts'

test('a mail escapes names in HTML, and has them unchanged in plain text', () => {
  const clinic = `Cats & "Dogs" <b>O'Neill</b>`
  const link = 'https://api.example/1/set-password/?link=x&from=\'"<'
  const { text, html } = composeMail({ kind: 'invitation', clinic, name: '<i>Aino</i>', link })
  expect(text).toContain(clinic)
  expect(text).toContain(link)
  expect(html).toMatch(/^<!doctype html>\n/)
  expect(html).toContain('Cats &amp; &quot;Dogs&quot; &lt;b&gt;O&#39;Neill&lt;/b&gt;')
  expect(html).toContain('Hello &lt;i&gt;Aino&lt;/i&gt;,')
  expect(html).toContain('href="https://api.example/1/set-password/?link=x&amp;from=&#39;&quot;&lt;"')
})
