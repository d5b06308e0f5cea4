import type { Chapter } from './rule.ts'

export const errors: Chapter = {
  title: 'Errors',
  sections: [
    {
      title: 'Status codes',
      rules: {
        548: '200 answers a submission of receipts however many lines were rejected; `lines_rejected` says how many.',
        549: '201 answers a creation, also of many patients at once if all were created.',
        550: '204 answers a deletion, without a body.',
        551: '207 answers the creation of many patients with `force_push=true` if only some were created.',
        552: '400 answers what is not valid: a field’s value; a select or multi-select definition; another `field_type` or `content_type` for a definition; a name that is taken for the content type; an object for a JSON field; a payment of an invoice that is not finalized; payment type 8; a lock date set by hand while the lock is automatic; a payment or credit note before the lock date; `cancel_payment` without `info` or `cancel_date`; a consultation for a client without valid communication preferences (under `client`); many patients that are all invalid; a callback that is not HTTPS or not public; receipts that are malformed, without lines, or with more than 500; a reference number that is missing, empty or over 63 characters, or for an order still in process; `mark_delivered` for an order that is not Ordered.',
        553: '401 answers an OAuth token that is wrong or has expired, and a legacy API key where OAuth is required.',
        554: '403 answers a missing permission, writing a custom field of another application, and a wholesaler, registration or order of another application (“Token does not match this wholesaler.”).',
        555: '404 answers a wholesaler that is missing, archived or not of the integration type (“No Wholesaler matches the given query.”).',
        556: '429 answers a caller over the rate limit, with the seconds to wait in `Retry-After`.',
        557: '503 answers if no upload URL could be made.',
      },
    },
    {
      title: 'Repeating a request',
      rules: {
        561: "`mark_delivered` must not be repeated: the second time it answers 400 and says that the order must be in 'Ordered' status to mark products delivered, which means that the first call worked. With any other 400 the order is still Ordered. Of calls at the same time one succeeds, the others get that 400.",
        562: '`set_wholesaler_reference_number` may be repeated; the last number stays.',
        563: 'The object store itself refuses files, in XML: too large (400 `EntityTooLarge`), empty (400 `EntityTooSmall`), of another content type (403 `AccessDenied`, a condition of the policy failed), after five minutes (403 `AccessDenied`, `Policy expired`). Status and code are what to rely on: the words are the store’s own. Nothing is stored or told then, and the upload stays pending.',
        564: 'A line of a receipt is rejected, in an answer of 200, if it has neither product number nor barcode, no quantity or an invalid or negative one, no id, is not an object, has a value over its limit, or has no order and its department cannot be told (`department_unresolved`).',
      },
    },
  ],
}

export const limits: Chapter = {
  title: 'Limits and version',
  sections: [
    {
      title: 'Rate limits and pages',
      rules: {
        573: 'Requests are counted over the last 60 seconds, for each action of a route by itself.',
        574: 'Accounting reports, account numbers, alternative payers, alternative pricings and antibiotics: 100 requests a minute for a list, 300 for reading, creating, changing and deleting one.',
        575: '`GET /invoice/`: 60 in 60 seconds.',
        576: '`GET /invoice/<id>/`: 250 in 60 seconds.',
        577: '`GET /unallocatedpayment/`: 200 in 60 seconds.',
        578: '`GET /unallocatedpayment/<id>/`: 800 in 60 seconds.',
        579: '`GET /invoicerow/` has a limit of its own.',
        580: 'Over the limit the answer is 429 with `Retry-After` in seconds. Wait for so long, and longer each time if it happens again.',
        581: '`page_size` is at most 1000.',
        582: 'A large page counts as several requests: as many as pages of the default size would be needed for it.',
        583: 'Pages end at an offset of 10000 records; behind it, filter by date or by `id__gt`.',
      },
    },
    {
      title: 'Sizes and lengths',
      rules: {
        584: 'The default of a custom field of type number is a whole number of up to 15 digits.',
        585: 'A `verification_salt` has 16 to 128 characters.',
        586: 'An upload URL is valid for 5 minutes.',
        587: 'A catalog file has 1 to 104857600 bytes.',
        588: 'A submission of receipts has up to 500 lines.',
        589: 'In a receipt, `id` and `product_name` have up to 255 characters, `product_number`, `invoice_number` and `batch_number` up to 63, `barcode` up to 30.',
        590: 'Its `quantity` has up to 9 digits before and 3 behind the point, and is not negative.',
        591: 'The reference number of a wholesaler has up to 63 characters.',
        592: 'Up to 100 errors of a catalog are told in full.',
      },
    },
    {
      title: 'Version and environment',
      rules: {
        598: 'The version of the API is `0.1`: in every path as `/api/0.1/`, and in the version field of the reference.',
        599: 'An environment of the service is chosen by a prefix of the host; the default one has none.',
      },
    },
  ],
}
