import { queryOptions } from '@tanstack/react-query'
import type { Attachment, PageOf } from '../../api/records.ts'
import { get } from '../../api/request.ts'

type Kind = 'client' | 'patient'

export const attachmentsQuery = (kind: Kind, id: number) =>
  queryOptions({
    queryKey: [kind, id, 'attachments'],
    queryFn: ({ signal }) =>
      get<PageOf<Attachment>>(
        '/attachment/',
        { [`${kind}__is`]: id, uploaded__is_null: 'false', ordering: '-created', page_size: 100 },
        signal,
      ),
    meta: { resources: ['attachment'] },
  })
