import type { Chapter } from './rule.ts'

export const access: Chapter = {
  title: 'Access',
  sections: [
    {
      title: 'Tokens, permissions and ownership',
      rules: {
        497: 'Requests are authorized by OAuth 2.0, with `Authorization: Bearer` and the access token. An integration that acts for nobody in particular uses client credentials; a token from an authorization code acts as the user who authorized the application.',
        498: 'An application must be registered before it gets a token. It acts as a virtual user of its own, whose permission group must hold what the routes require.',
        499: 'Each route requires permissions by name: `Financial: End of day and accounting reports` for accounting reports, `Financial: Invoices` for account numbers, `General: Patients and clients` for alternative payers and definitions of custom fields, `Settings: Items` for alternative pricings and antibiotics. To create, change or archive a definition, write permission for `Custom field settings` is required as well; without both the answer is 403.',
        500: 'The wholesaler scope opens the routes under `wholesaler/<id>/`, `available_wholesaler/` and two actions on orders. Upload URLs, receipts, `set_wholesaler_reference_number` and `mark_delivered` need no permission besides it. It opens nothing else of an order.',
        501: 'Who has registered a wholesaler is taken from the token. What belongs to another application answers 403, be it a wholesaler, a registration or an order.',
        502: 'A legacy API key opens some routes, but gets 401 for changes of custom field definitions and for registering a wholesaler. Permissions are checked before: a key whose group lacks them gets 403.',
        503: 'Deliveries to a wholesaler are signed with the `verification_salt` of its registration.',
        504: 'Where tokens are issued, which scopes there are, how long a token is valid and how a legacy key is sent is for this service to say, and is documented.',
      },
    },
  ],
}

export const events: Chapter = {
  title: 'Events',
  sections: [
    {
      title: 'Webhooks',
      rules: {
        508: 'Webhooks are set up in the settings of the service, each for one of its triggers.',
        512: 'Finalizing a consultation is a trigger.',
        513: 'Finalizing an invoice is a trigger.',
        514: 'Recording a payment is a trigger.',
        515: 'Creating or changing a prepayment is a trigger; its number is 12.',
        516: 'Changing the settings of a department is a trigger.',
        517: 'Creating a referral to imaging is a trigger, and triggers the one for changes as well.',
        518: 'Changing a referral is a trigger.',
        519: 'Deleting a referral is a trigger.',
        520: 'Installing an application at a clinic is a trigger.',
        522: 'What imaging is told has `diagnosticimagingworklist_id` (the order, by which to fetch the rest), `service_id` (the organisation) and `service_url` (its address). Creation and change may arrive together, and a receiver must cope, for instance by ignoring a change of what it has not seen created.',
      },
    },
    {
      title: 'Events for wholesalers',
      rules: {
        526: 'Events are posted as JSON to the callback of the registration. Each has `event`, `event_id` (a UUID that stays the same in every attempt, so that a repetition can be recognised and dropped) and `available_wholesaler`. Optional fields without a value are null. The salt is the key of the signature, an HMAC.',
        528: '`available_wholesaler` has `id`, `name`, and `email` and `register_number` or null; in `order.placed` and `catalog.processed` only `id` and `name`.',
        532: '`wholesaler.created`: a clinic has connected the wholesaler. There is one for each set of credentials: one for each location with its own, and one of the whole clinic, whose `department` is null. `wholesaler` has `id`, `customer_number`, `customer_username`, `customer_password` (in clear) and `department` with `id` and `name`.',
        533: '`wholesaler.updated`: staff have changed credentials or the location; a new name or address is not told. There is one for each id concerned, which may be several, since locations with the same username have the same password. A location’s first own credentials are `wholesaler.created` instead. It has the same fields with the new values.',
        534: '`wholesaler.deleted`: staff have archived the wholesaler, once for each id; or a location has given up its own credentials and orders under the clinic’s. It carries the `id` and no credentials. That id is not used for those credentials again: connecting anew makes new ones, while restoring keeps them.',
        535: '`order.placed`: staff have sent a purchase order. The same order may come again under another `event_id` after the clinic has changed it. Each time it is complete.',
        536: '`catalog.processed`: an uploaded catalog has been checked, whatever came out. There is one for each outcome; a repetition has the same `event_id` and `catalog_id`.',
        538: '`order.placed` has `wholesaler` (`id`, the one that catalogs are uploaded to, and `customer_number` or null) and `order`: `id`, `notes` or null, `customer` (`name`, `department`, `postal_address`, `postal_code`, `city`, `country_code`), `purchaser` (`name`, `phone`, `email`; of the department, and where it has none, of the user) and `items`, each with `product_number` or null, `product_name`, `quantity` (a decimal in a string), `unit`, `barcode` and `notes`.',
        540: '`catalog.processed` has `wholesaler.id` and `upload`: `id`, `catalog_id`, `filename`, `status`, `rows_total` (without the header), `rows_accepted`, `rows_rejected`, `errors`, `errors_truncated`, `error_summary` and `error_report_url`. Up to 100 errors are listed, each with `row` (the line of the file, null for the whole file), `code`, `field` or null, and `detail`. If there are more, `errors` is null, the summary counts them by code, and the URL leads to the full report; otherwise those two are null.',
        542: 'Errors of a catalog are: the file is not CSV in UTF-8, has no header, lacks a required column, has no rows; a required value is empty (`missing_required_field`), or a value cannot be read.',
      },
    },
  ],
}
