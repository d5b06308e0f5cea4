import { optionalOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { decimal } from '../../kernel/values.ts'

/** Who else pays, of a visit as of a sale. */
export const alternativePayer = ref('alternative_payer', {
  ...optionalOrNull,
  about:
    'An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. Null for none.',
})
export const alternativePayerShare = decimal(3, 2, {
  ...optionalOrNull,
  positive: true,
  about: 'How much of the total the alternative payer pays, in percent; 100 unless sent. Null where there is none.',
})
