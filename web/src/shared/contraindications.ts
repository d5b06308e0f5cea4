import type { Contraindication } from '../api/records.ts'
import { text } from '../text/en.ts'

/** One of them in a line: what must not be given, without what would happen unless that is asked for. */
export const mustNotGet = (
  { substance, atc_prefix, reaction }: Pick<Contraindication, 'substance' | 'atc_prefix' | 'reaction'>,
  { hasReaction = false } = {},
) => text.warnings.mustNotGet(text.warnings.named(substance, atc_prefix), hasReaction ? reaction.trim() : '')
