import { queryOptions } from '@tanstack/react-query'
import type { Contraindication, PageOf } from '../api/records.ts'
import { get } from '../api/request.ts'
import { text } from '../text/en.ts'

/** What animals must not get. */
export const contraindicationsQuery = (patients: readonly number[]) =>
  queryOptions({
    queryKey: ['contraindication', ...patients],
    queryFn: ({ signal }) =>
      get<PageOf<Contraindication>>(
        '/contraindication/',
        { patient__in: patients.join(','), archived__is: 'false', page_size: 500 },
        signal,
      ),
    staleTime: 60_000,
    meta: { resources: ['contraindication'] },
  })

/** One of them in a line: what must not be given, without what would happen unless that is asked for. */
export const mustNotGet = (
  { substance, atc_prefix, reaction }: Pick<Contraindication, 'substance' | 'atc_prefix' | 'reaction'>,
  { hasReaction = false } = {},
) => text.warnings.mustNotGet(text.warnings.named(substance, atc_prefix), hasReaction ? reaction.trim() : '')
