/** Derived from openapi.json by scripts/web-types.ts: npm run generate. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountingReport: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            department: string;
            report_number: number;
            /** Format: date-time */
            period_start: string;
            /** Format: date-time */
            period_end: string;
            /** Format: uri */
            created_user: string;
            totals_by_account: {
                number: string;
                description: string;
                total: string;
            }[];
            totals_by_vat_group: {
                title: string;
                percentage: string;
                net: string;
                vat: string;
                total: string;
            }[];
            totals_by_payment_type: {
                payment_type: components["schemas"]["PaymentType"];
                total: string;
                counted: string | null;
                difference: string | null;
                explanation: string | null;
            }[];
            total: string;
            total_vat: string;
            total_with_vat: string;
            total_taken: string;
            opening_receivables: string;
            closing_receivables: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        AccountingReportReceivables: {
            not_due: string;
            late_1_to_30: string;
            late_31_to_60: string;
            late_61_to_90: string;
            late_over_90: string;
            total: string;
        };
        AccountingReportTotals: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            takings_by_day: {
                /** Format: date */
                dated: string;
                payment_type: components["schemas"]["PaymentType"];
                total: string;
            }[];
            totals_by_payment_type: {
                payment_type: components["schemas"]["PaymentType"];
                total: string;
            }[];
            totals_by_account: {
                number: string;
                description: string;
                total: string;
            }[];
            totals_by_vat_group: {
                title: string;
                percentage: string;
                net: string;
                vat: string;
                total: string;
            }[];
            total: string;
            total_vat: string;
            total_with_vat: string;
            total_taken: string;
            opening_receivables: string;
            closing_receivables: string;
        };
        Appointment: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            duration: number;
            /** Format: uri */
            department: string;
            title: string;
            type: components["schemas"]["AppointmentType"];
            reason: string | null;
            complaint: string;
            /** Format: uri */
            user: string;
            additional_users: string[];
            client: string | null;
            patients: string[];
            notes: string;
            active: boolean;
            cancellation_reason: string;
            confirmed: boolean;
            allow_overlap: boolean;
            consultation: string | null;
            request_hash: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            patients_data?: components["schemas"]["Patient"][];
            user_data?: components["schemas"]["User"] | null;
            reason_data?: components["schemas"]["Reason"] | null;
            department_data?: components["schemas"]["Department"] | null;
            consultation_data?: components["schemas"]["Consultation"] | null;
        };
        /** @enum {integer} */
        AppointmentType: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
        Attachment: {
            id: number;
            /** Format: uri */
            url: string;
            client: string | null;
            patient: string | null;
            consultation: string | null;
            invoice: string | null;
            name: string;
            content_type: components["schemas"]["AttachmentType"];
            size: number;
            uploaded: string | null;
            scan: components["schemas"]["AttachmentScan"];
            refusal: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            patient_data?: components["schemas"]["Patient"] | null;
            consultation_data?: components["schemas"]["Consultation"] | null;
            invoice_data?: components["schemas"]["Invoice"] | null;
        };
        AttachmentDownload: {
            /** Format: uri */
            url: string;
            /** Format: date-time */
            expires: string;
        };
        /** @enum {string} */
        AttachmentScan: "not_configured" | "pending" | "clean" | "infected" | "failed";
        /** @enum {string} */
        AttachmentType: "application/pdf" | "image/jpeg" | "image/png" | "image/webp" | "image/heic" | "image/heif" | "image/gif" | "image/tiff" | "image/bmp" | "application/dicom" | "text/plain" | "text/csv" | "application/rtf" | "application/msword" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.oasis.opendocument.text" | "application/vnd.oasis.opendocument.spreadsheet" | "video/mp4" | "video/quicktime" | "video/webm" | "audio/mpeg" | "audio/mp4" | "audio/wav" | "application/zip";
        AttachmentUploadResult: {
            /** Format: uri */
            url: string;
            /** Format: date-time */
            expires: string;
            fields: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        AuditAction: "create" | "change" | "delete";
        AuditEvent: {
            id: number;
            /** Format: uri */
            url: string;
            sequence: number;
            resource: string;
            record: number;
            action: components["schemas"]["AuditAction"];
            changes: unknown;
            user: string | null;
            application: string | null;
            credential: string;
            address: string;
            request: string;
            /** Format: date-time */
            occurred: string;
        };
        Breed: {
            id: number;
            /** Format: uri */
            url: string;
            species: number;
            name: string;
            code: string;
            archived: boolean;
        };
        ChargeHintChargeHints: {
            results: {
                id: number;
                kind: components["schemas"]["ChargeHintKind"];
                /** Format: uri */
                source: string;
                item: string | null;
                quantity: string;
                patient: string | null;
                declined: {
                    reason: string;
                    /** Format: uri */
                    user: string;
                    /** Format: date-time */
                    declined_at: string;
                } | null;
            }[];
        };
        /** @enum {string} */
        ChargeHintKind: "default_item" | "imaging" | "prescription_fee";
        Client: {
            id: number;
            /** Format: uri */
            url: string;
            title: string;
            firstname: string;
            lastname: string;
            organization_name: string;
            /** @example aino@example.com */
            email: string;
            /** @example FI */
            country: string;
            language: components["schemas"]["Language"] | null;
            customer_type: components["schemas"]["CustomerType"];
            vat_number: string;
            register_number: string;
            id_number: string;
            home_department: string | null;
            due_date_delay: number | null;
            street_address: string;
            street_address_2: string;
            zip_code: string;
            city: string;
            state: string;
            remarks: string;
            critical_notes: string;
            invoicing_client: string | null;
            no_sms: boolean;
            no_email: boolean;
            communication_preferences: {
                email?: boolean | null;
                sms?: boolean | null;
                post?: boolean | null;
                answered_at?: string | null;
            };
            tags_rel: string[];
            fields_rel: {
                id: number;
                field_id: number;
                label: string;
                value: string | {
                    id: number;
                    name: string;
                }[];
            }[];
            phone_numbers: string[];
            patients: string[];
            sort_name: string;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            phone_numbers_data?: components["schemas"]["PhoneNumber"][];
            patients_data?: components["schemas"]["Patient"][];
        };
        ClientBalance: {
            owing: string;
            owed_to_client: string;
            prepaid: string;
        };
        ClientOwing: {
            results: {
                client: number;
                owing: string;
            }[];
        };
        /** @enum {string} */
        CodelistName: "items" | "species" | "breeds" | "diagnoses";
        Consultation: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            client: string;
            patients: string[];
            complaint: string;
            reason: string | null;
            /** Format: uri */
            supervising_veterinarian: string;
            /** Format: uri */
            department: string;
            type: components["schemas"]["ConsultationType"];
            status: components["schemas"]["ConsultationStatus"];
            /** Format: date-time */
            status_changed: string;
            admitted_time: string | null;
            first_entry: string | null;
            /** Format: date-time */
            started: string;
            finished: string | null;
            ended: string | null;
            external_sent: string | null;
            consultation_items: string[];
            total: string;
            total_vat: string;
            total_with_vat: string;
            invoice: string | null;
            reporting_dimension_1: string | null;
            reporting_dimension_2: string | null;
            alternative_payer: string | null;
            alternative_payer_share: string | null;
            fields_rel: {
                id: number;
                field_id: number;
                label: string;
                value: string | {
                    id: number;
                    name: string;
                }[];
            }[];
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            patients_data?: components["schemas"]["Patient"][];
            supervising_veterinarian_data?: components["schemas"]["User"] | null;
            department_data?: components["schemas"]["Department"] | null;
            reason_data?: components["schemas"]["Reason"] | null;
            consultation_items_data?: components["schemas"]["ConsultationItem"][];
            invoice_data?: components["schemas"]["Invoice"] | null;
        };
        ConsultationDiagnosis: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            consultation: string;
            /** Format: uri */
            patient: string;
            diagnosis: number | string;
            code: string;
            name: string;
            category: components["schemas"]["DiagnosisCategory"];
            type: components["schemas"]["DiagnosisType"];
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        ConsultationItem: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            consultation: string;
            patients: string[];
            /** Format: uri */
            item: string;
            type_code: components["schemas"]["ItemType"];
            code: string;
            name: string;
            quantity: string;
            no_multiplier: boolean;
            multiplier: number;
            unit: string;
            price: string;
            price_with_vat: string;
            percentage_change: string;
            vat_percentage: string;
            sum_total: string;
            batch_number: string;
            /** Format: uri */
            supervising_veterinarian: string;
            warnings: {
                /** Format: uri */
                contraindication: string;
                /** Format: uri */
                patient: string;
                substance: string;
                atc_prefix: string;
                reaction: string;
                contains: string;
            }[];
            warning_reason: string;
            invoicerow: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            usage_type: components["schemas"]["UsageType"] | null;
            usage_size: components["schemas"]["UsageSize"] | null;
            instructions: string;
            item_data?: components["schemas"]["Item"] | null;
            consultation_data?: components["schemas"]["Consultation"] | null;
        };
        ConsultationNote: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            consultation: string;
            /** Format: uri */
            patient: string;
            text: string;
            type: components["schemas"]["NoteType"];
            addendum: boolean;
            /** Format: uri */
            user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {integer} */
        ConsultationStatus: 0 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
        /** @enum {integer} */
        ConsultationType: 0 | 1 | 2 | 3 | 4 | 5;
        Contraindication: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            patient: string;
            substance: string;
            atc_prefix: string;
            reaction: string;
            archived: boolean;
            /** Format: uri */
            user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        Countersale: {
            id: number;
            /** Format: uri */
            url: string;
            client: string | null;
            /** Format: uri */
            department: string;
            remarks: string;
            alternative_payer: string | null;
            alternative_payer_share: string | null;
            finalized: boolean;
            countersale_items: string[];
            total: string;
            total_with_vat: string;
            cash_due_sum: string | null;
            invoice: string | null;
            /** Format: uri */
            created_user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            countersale_items_data?: components["schemas"]["CountersaleItem"][];
            invoice_data?: components["schemas"]["Invoice"] | null;
        };
        CountersaleItem: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            countersale: string;
            /** Format: uri */
            item: string;
            type_code: components["schemas"]["ItemType"];
            code: string;
            name: string;
            unit: string;
            quantity: string;
            price: string;
            price_with_vat: string;
            percentage_change: string;
            vat_percentage: string;
            sum_total: string;
            usage_size: components["schemas"]["UsageSize"] | null;
            patient: string | null;
            batch_number: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {string} */
        CredentialKind: "oauth" | "legacy" | "session";
        CustomField: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            content_type: components["schemas"]["CustomFieldOwner"];
            field_type: components["schemas"]["CustomFieldType"];
            default_value: string;
            owned: boolean;
            is_required: boolean;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {string} */
        CustomFieldOwner: "client" | "patient" | "consultation";
        CustomFieldSetting: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            content_type: components["schemas"]["CustomFieldOwner"];
            field_type: components["schemas"]["CustomFieldType"];
            default_value: string;
            is_required: boolean;
            options: {
                id: number;
                name: string;
                archived: boolean;
            }[];
            application: string | null;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {integer} */
        CustomFieldType: 1 | 2 | 3 | 4 | 5 | 6 | 7;
        /** @enum {integer} */
        CustomerType: 0 | 1 | 2 | 3 | 4;
        DefaultItemOfAReason: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            reason: string;
            /** Format: uri */
            item: string;
            quantity: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            item_data?: components["schemas"]["Item"] | null;
        };
        Department: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            number: string;
            street_address: string;
            zip_code: string;
            city: string;
            /** @example FI */
            country: string;
            phone: string;
            /** @example aino@example.com */
            email: string;
            /** @example Europe/Helsinki */
            time_zone: string;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        DepartmentSettings: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            department: string;
            /** @example Europe/Helsinki */
            time_zone: string;
            financial_period_lock_date: string | null;
            automatic_financial_period_lock_enabled: boolean;
            automatic_financial_period_lock_monthday: number;
            payment_cancel_set_date: boolean;
            enable_communication_preferences: boolean;
            preferences_valid_months: number;
            invoice_prefix: string;
            additional_reference: string;
            /** @example FI2112345600000785 */
            iban: string;
            /** @example NDEAFIHH */
            bic: string;
            payment_terms_days: number;
            finalize_invoice_with_consultation: boolean;
            prescription_fee_item: number | null;
            eprescription_enabled: boolean;
            eprescription_sender_id: string;
            reminder_hours_before: number | null;
            online_booking_client_minutes: number;
            /** Format: date-time */
            modified: string;
        };
        DepartmentTakings: {
            /** Format: date */
            date: string;
            closed_until: string | null;
            totals_by_payment_type: {
                payment_type: components["schemas"]["PaymentType"];
                today: string;
                since_close: string;
            }[];
            today: string;
            since_close: string;
        };
        Diagnosis: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            code: string;
            archived: boolean;
        };
        /** @enum {integer} */
        DiagnosisCategory: 0 | 1;
        /** @enum {integer} */
        DiagnosisType: 0 | 1;
        DischargeInstruction: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            consultation: string;
            /** Format: uri */
            patient: string;
            text: string;
            /** Format: uri */
            user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {string} */
        ErrorCode: "invalid" | "last_factor" | "link_unusable" | "sender_gone" | "not_authenticated" | "session_locked" | "csrf" | "permission_denied" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "precondition_failed" | "answer_too_large" | "too_large" | "address_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "throttled" | "headers_too_large" | "server_error" | "unavailable" | "after_appointment" | "already_uploaded" | "ambiguous" | "archived" | "before_birth" | "before_issue" | "before_start" | "beyond_own" | "blank" | "cancellation" | "cancelled" | "cancelled_appointment" | "command_only" | "communication_preferences" | "connected" | "credit_note" | "credited" | "day_off" | "decided_already" | "disagrees" | "does_not_exist" | "empty" | "ended" | "equine_only" | "final_order" | "finalized" | "fixed" | "forgotten" | "future_date" | "has_attachments" | "has_client" | "has_entries" | "has_invoice" | "has_movements" | "has_prescriptions" | "has_referrals" | "has_visit" | "header" | "implausible_date" | "in_the_past" | "in_use" | "inactive_user" | "incorrect_type" | "invalid_choice" | "invalid_transition" | "locked" | "mail_not_set_up" | "max_decimal_places" | "max_items" | "max_length" | "max_value" | "max_whole_digits" | "min_length" | "min_value" | "more_than_owed" | "more_than_unused" | "needs_client" | "needs_online_booking" | "no_address" | "no_catalog" | "no_client" | "no_item" | "no_number" | "no_subject" | "no_visit" | "not_a_draft" | "not_a_list" | "not_a_location" | "not_a_medicine" | "not_a_vaccine" | "not_an_integration" | "not_an_object" | "not_cash" | "not_clinic_wide" | "not_finalized" | "not_free" | "not_in_composite" | "not_matched" | "not_online" | "not_public" | "not_stocked" | "not_the_prescriber" | "not_uploaded" | "nothing_owed" | "null" | "null_characters_not_allowed" | "one_owner" | "order_delivered" | "order_not_ordered" | "order_not_sent" | "order_sent" | "other_consultation" | "other_department" | "other_wholesaler" | "overlap" | "own_account" | "parent_mismatch" | "parse_error" | "people_only" | "prepaid" | "queued_already" | "range" | "refund" | "registration_deleted" | "repeated" | "required" | "restored" | "reviewed" | "rounding" | "send_at_or_hours_before" | "set_off" | "species_required" | "still_needed" | "time_passed" | "too_common" | "too_deep" | "too_early" | "too_long" | "too_much" | "too_short" | "two_prices" | "unexplained" | "unique" | "unknown" | "unknown_batch" | "unknown_placeholder" | "unknown_rate" | "unusable_mail_server" | "weekday_or_date" | "wrong_booking" | "wrong_client" | "wrong_consultation" | "wrong_content" | "wrong_department" | "wrong_extension" | "wrong_list" | "wrong_request_hash" | "wrong_sign" | "wrong_size" | "wrong_species" | "wrong_type" | "zero";
        FieldError: {
            message: string;
            code: components["schemas"]["ErrorCode"];
        };
        FieldProblems: {
            [key: string]: components["schemas"]["FieldError"][];
        };
        /** @enum {string} */
        Gender: "Male" | "Female" | "Male, neutered" | "Female, neutered" | "Unknown" | "Gelding" | "Mare" | "Stallion";
        ImagingOrder: {
            id: number;
            /** Format: uri */
            url: string;
            status: components["schemas"]["ImagingOrderStatus"];
            modality: components["schemas"]["Modality"];
            accession_number: string;
            /** Format: uri */
            requesting_user: string;
            /** Format: uri */
            supervising_veterinarian: string;
            /** Format: uri */
            patient: string;
            /** Format: uri */
            client: string;
            /** Format: uri */
            department: string;
            target_areas: string[];
            /** Format: uri */
            referral: string;
            consultation: string | null;
            viewer_url: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            patient_data?: components["schemas"]["Patient"] | null;
            client_data?: components["schemas"]["Client"] | null;
            requesting_user_data?: components["schemas"]["User"] | null;
            supervising_veterinarian_data?: components["schemas"]["User"] | null;
            department_data?: components["schemas"]["Department"] | null;
            referral_data?: components["schemas"]["ImagingReferral"] | null;
            consultation_data?: components["schemas"]["Consultation"] | null;
        };
        /** @enum {integer} */
        ImagingOrderStatus: 0 | 1 | 2 | 3 | 4;
        ImagingReferral: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            worklist: string;
            remarks: string;
            internal_notes: string;
            consultation_id: number | null;
            appointment_id: number | null;
            viewer_url: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            worklist_data?: components["schemas"]["ImagingOrder"] | null;
        };
        Invoice: {
            id: number;
            /** Format: uri */
            url: string;
            status: components["schemas"]["InvoiceStatus"];
            credit_note: boolean;
            credit_note_original_invoice: string | null;
            related_credit_notes: string[];
            invoice_number: number | null;
            invoice_prefix: string;
            reference_number: string | null;
            additional_reference: string | null;
            /** Format: date */
            invoice_date: string;
            /** Format: date */
            invoice_due_date: string;
            sent: string | null;
            date_paid: string | null;
            finalized: string | null;
            client: string | null;
            /** Format: uri */
            department: string;
            consultation: string | null;
            countersale: boolean;
            countersale_record: string | null;
            patients: string[];
            currency: string;
            remarks: string;
            payer_name: string;
            payer_organization_name: string;
            payer_vat_number: string;
            payer_register_number: string;
            payer_country_code: string;
            payer_street_address: string;
            payer_street_address_2: string;
            payer_zip_code: string;
            payer_city: string;
            payer_state: string;
            alternative_payer: string | null;
            alternative_payer_share: string | null;
            total: string;
            total_vat: string;
            total_with_vat: string;
            due_sum: string;
            cash_due_sum: string;
            client_due_sum: string;
            invoice_row: string[];
            invoice_payment: string[];
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            patients_data?: components["schemas"]["Patient"][];
            invoice_row_data?: components["schemas"]["InvoiceRow"][];
            invoice_payment_data?: components["schemas"]["InvoicePayment"][];
        };
        InvoicePayment: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            invoice: string;
            payment_type: components["schemas"]["PaymentType"];
            paid: string;
            rounding: string | null;
            /** Format: date-time */
            date_added: string;
            info: string;
            cancels: string | null;
            unallocatedpayment: string | null;
            set_off: boolean;
            /** Format: uri */
            user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            invoice_data?: components["schemas"]["Invoice"] | null;
        };
        InvoicePrinted: {
            status: components["schemas"]["InvoiceStatus"];
            credit_note: boolean;
            currency: string;
            reference_number: string | null;
            additional_reference: string | null;
            total: string;
            total_vat: string;
            total_with_vat: string;
            number: string | null;
            /** Format: date */
            date: string;
            /** Format: date */
            due_date: string;
            date_paid: string | null;
            supplied: string[] | null;
            original: {
                number: string;
                /** Format: date */
                date: string;
            } | null;
            remarks: string;
            letterhead: {
                name: string;
                department: string;
                street_address: string;
                zip_code: string;
                city: string;
                country: string;
                vat_number: string;
                register_number: string;
                phone: string;
                email: string;
                iban: string;
                bic: string;
                time_zone: string;
            };
            payer: {
                name: string;
                organization_name: string;
                vat_number: string;
                register_number: string;
                street_address: string;
                zip_code: string;
                city: string;
                country: string;
                street_address_2: string;
                state: string;
            };
            other_payer: {
                name: string;
                share: string;
                due: string;
            } | null;
            rows: {
                name: string;
                patient: number | null;
                patient_names: string;
                unit: string;
                multiplier: number;
                sent_quantity: string;
                quantity: string;
                price: string;
                percentage_change: string;
                vat_percentage: string;
                sum: string;
                sum_total: string;
            }[];
            vat: {
                title: string;
                percentage: string;
                sum: string;
                sum_vat: string;
                sum_total: string;
            }[];
            payments: {
                /** Format: date */
                date: string;
                type: components["schemas"]["PaymentType"];
                less: string;
            }[];
            due: string;
            client_due: string;
        };
        InvoiceRow: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            invoice: string;
            consultation_item: string | null;
            countersale_item: string | null;
            /** Format: uri */
            item: string;
            code: string;
            name: string;
            unit: string;
            patient: string | null;
            quantity: string;
            price: string;
            price_with_vat: string;
            percentage_change: string;
            vat_percentage: string;
            sum: string;
            sum_vat: string;
            sum_total: string;
            account_number: string;
            reporting_dimension_1: string | null;
            reporting_dimension_2: string | null;
            reporting_dimension_3: string | null;
            invoice_row_extra: {
                internal_account_number: string | null;
                internal_reporting_dimension_1: string | null;
                internal_reporting_dimension_2: string | null;
            };
            invoicerow_vat_group?: {
                title: string;
                percentage: string;
                account_number: string;
            };
            return_to_stock: boolean;
            credited_invoicerow: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        InvoiceRowExplanation: {
            steps: {
                step: components["schemas"]["PriceStep"];
                about: string;
                operation: components["schemas"]["PriceOperation"];
                operand: string;
                result: string;
            }[];
            sum: string;
            sum_vat: string;
            sum_total: string;
        };
        /** @enum {integer} */
        InvoiceStatus: 0 | 1 | 2 | 3 | 4 | 99;
        Item: {
            id: number;
            /** Format: uri */
            url: string;
            type_code: components["schemas"]["ItemType"];
            code: string;
            barcode: string;
            name: string;
            print_name: string;
            price: string;
            price_with_vat: string;
            wholesale_price: string | null;
            /** Format: uri */
            vat_group: string;
            account_number: string | null;
            item_list: string | null;
            unit: string;
            package_description: string;
            dosage_units: string;
            instructions: string;
            controlled_substance: boolean;
            antibiotic: string | null;
            substances: string[];
            is_vaccine: boolean;
            recall_interval_days: number | null;
            batch_number_required: boolean;
            modality: components["schemas"]["Modality"] | null;
            primary_wholesaler: string | null;
            primary_wholesaler_code: string;
            secondary_wholesaler: string | null;
            secondary_wholesaler_code: string;
            reporting_dimension_1: string;
            reporting_dimension_2: string;
            reporting_dimension_3: string;
            internal_account_number: string;
            internal_reporting_dimension_1: string;
            internal_reporting_dimension_2: string;
            alert_level: string | null;
            discontinued: boolean;
            catalog_import: string | null;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            vat_group_data?: components["schemas"]["VatGroup"] | null;
        };
        /** @enum {integer} */
        ItemType: 1 | 2 | 3 | 4 | 5 | 6;
        /** @enum {string} */
        Language: "de" | "en" | "es" | "fi" | "fr" | "sv";
        ListItem: {
            id: number;
            /** Format: uri */
            url: string;
            list: components["schemas"]["CodelistName"];
            name: string;
            code: string;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        MeRetrieve: {
            credential: components["schemas"]["CredentialKind"];
            acts_for_user: boolean;
            user: {
                /** Format: uri */
                url: string;
                first_name: string;
                last_name: string;
                title: string;
                initials: string;
                email: string;
            };
            application: {
                /** Format: uri */
                url: string;
                name: string;
            } | null;
            organisation: {
                /** Format: uri */
                url: string;
                name: string;
                country: string;
                currency: string;
                time_zone: string;
                sandbox: boolean;
                email_set_up: boolean;
                sms_set_up: boolean;
            };
            home_department: string | null;
            csrf_token: string | null;
            permissions: {
                name: components["schemas"]["Permission"];
                access: components["schemas"]["PermissionAccess"];
            }[];
            scopes: string[];
            preferences: {
                [key: string]: unknown;
            };
        };
        Message: {
            id: number;
            /** Format: uri */
            url: string;
            kind: components["schemas"]["MessageKind"];
            channel: components["schemas"]["MessageChannel"];
            status: components["schemas"]["MessageStatus"];
            reason: string;
            detail: string;
            client: string | null;
            patient: string | null;
            appointment: string | null;
            invoice: string | null;
            /** Format: uri */
            department: string;
            recipient: string;
            subject: string;
            text: string;
            due: string | null;
            attempts: number;
            last_attempt: string | null;
            sent: string | null;
            /** Format: date-time */
            created: string;
        };
        /** @enum {integer} */
        MessageChannel: 1 | 2;
        /** @enum {integer} */
        MessageKind: 1 | 2 | 3 | 4;
        /** @enum {integer} */
        MessageStatus: 1 | 2 | 3 | 4 | 5 | 6;
        /** @enum {string} */
        Modality: "CR" | "DX" | "CT" | "MR" | "US" | "RF" | "XA" | "NM" | "PT" | "IO" | "PX" | "ES" | "ECG" | "OP" | "XC" | "OT";
        /** @enum {integer} */
        NoteType: 0 | 1 | 2;
        OnlineBookingClient: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            appointment: string;
            first_name: string;
            last_name: string;
            /** @example aino@example.com */
            email: string;
            phone_number: string;
            street_address: string;
            zip_code: string;
            city: string;
            patients: string[];
            status: components["schemas"]["OnlineBookingStatus"];
            client: string | null;
            decline_reason: string;
            decided: string | null;
            decided_user: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            appointment_data?: components["schemas"]["Appointment"] | null;
            patients_data?: components["schemas"]["OnlineBookingPatient"][];
            client_data?: components["schemas"]["Client"] | null;
        };
        OnlineBookingPatient: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            onlinebookingclient: string;
            name: string;
            species: number | null;
            breed: number | null;
            notes: string;
            patient: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            onlinebookingclient_data?: components["schemas"]["OnlineBookingClient"] | null;
            patient_data?: components["schemas"]["Patient"] | null;
        };
        /** @enum {integer} */
        OnlineBookingStatus: 0 | 1 | 2 | 3;
        Patient: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            client: string;
            name: string;
            official_name: string;
            species: string | null;
            species_code: number | null;
            breed: string | null;
            breed_code: number | null;
            gender: components["schemas"]["Gender"];
            color: string;
            weight: string | null;
            date_of_birth: string | null;
            deceased: string | null;
            reason_of_death: string;
            microchip: string | null;
            microchip_date: string | null;
            date_of_registration: string | null;
            insurance: string;
            insurance_company: string;
            passport_number: string;
            register_number: string;
            herd_size: number | null;
            not_for_food: boolean;
            blood_group: string;
            remarks: string;
            critical_notes: string;
            home_department: string | null;
            tags_rel: string[];
            fields_rel: {
                id: number;
                field_id: number;
                label: string;
                value: string | {
                    id: number;
                    name: string;
                }[];
            }[];
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
        };
        PatientTimeline: {
            count: number;
            num_pages: number;
            next: string | null;
            previous: string | null;
            results: {
                kind: components["schemas"]["TimelineKind"];
                /** Format: date-time */
                at: string;
                id: number;
                /** Format: uri */
                url: string;
                visit?: {
                    type: components["schemas"]["ConsultationType"];
                    status: components["schemas"]["ConsultationStatus"];
                    veterinarian: string;
                    complaint: string | null;
                    reason: string | null;
                    notes: {
                        type: components["schemas"]["NoteType"];
                        text: string;
                        addendum: boolean;
                    }[] | null;
                    diagnoses: {
                        code: string;
                        name: string;
                        category: components["schemas"]["DiagnosisCategory"];
                        type: components["schemas"]["DiagnosisType"];
                    }[] | null;
                    discharge_instructions: string[] | null;
                    items: {
                        name: string;
                        quantity: string;
                        unit: string;
                        type_code: components["schemas"]["ItemType"];
                        usage_type: components["schemas"]["UsageType"] | null;
                        refunded: boolean;
                    }[] | null;
                };
                vital?: {
                    temperature: string | null;
                    heart_rate: number | null;
                    respiratory_rate: number | null;
                    capillary_refill: string | null;
                    systolic_pressure: number | null;
                    diastolic_pressure: number | null;
                    oxygen_saturation: string | null;
                    blood_glucose: string | null;
                    pain_score: number | null;
                    body_condition_score: number | null;
                };
                weight?: {
                    weight: string;
                };
                prescription?: {
                    status: components["schemas"]["PrescriptionStatus"];
                    prescriber: string;
                    medicines: {
                        name: string;
                        strength: string;
                        instructions: string;
                        quantity_packages: number;
                        /** Format: date */
                        valid_until: string;
                    }[];
                };
                imaging?: {
                    status: components["schemas"]["ImagingOrderStatus"];
                    modality: components["schemas"]["Modality"];
                    target_areas: string[];
                    accession_number: string;
                };
                appointment?: {
                    /** Format: date-time */
                    end: string;
                    type: components["schemas"]["AppointmentType"];
                    user: string;
                    title: string;
                    reason: string | null;
                    active: boolean;
                    cancellation_reason: string;
                };
                invoice?: {
                    number: string | null;
                    status: components["schemas"]["InvoiceStatus"];
                    credit_note: boolean;
                    total_with_vat: string;
                    due_sum: string;
                };
            }[];
        };
        PatientWeight: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            patient: string;
            weight: string;
            /** Format: date-time */
            measured: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        PatientWeightPage: {
            count: number;
            num_pages: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PatientWeight"][];
        };
        /** @enum {integer} */
        PaymentType: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15;
        /** @enum {string} */
        Permission: "Clinical: Consultations" | "Clinical: Diagnostic imaging" | "Clinical: Prescriptions" | "Custom field settings" | "Financial: Discounts" | "Financial: End of day and accounting reports" | "Financial: Invoices" | "General: Appointments" | "General: Patients and clients" | "Settings: Departments" | "Settings: Integration settings" | "Settings: Items" | "Settings: Stock" | "Settings: Users and permissions";
        /** @enum {string} */
        PermissionAccess: "read" | "write";
        PhoneNumber: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            client: string;
            phone_number: string;
            e164: string;
            type_code: components["schemas"]["PhoneNumberType"];
            description: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
        };
        /** @enum {integer} */
        PhoneNumberType: 0 | 1;
        Prescription: {
            id: number;
            /** Format: uri */
            url: string;
            consultation: string | null;
            /** Format: uri */
            prescriber: string;
            /** Format: uri */
            department: string;
            status: components["schemas"]["PrescriptionStatus"];
            /** Format: uri */
            client: string;
            pharmacy_id: string | null;
            archived: boolean;
            patients: string[];
            items: string[];
            warnings: {
                /** Format: uri */
                contraindication: string;
                /** Format: uri */
                patient: string;
                substance: string;
                atc_prefix: string;
                reaction: string;
                contains: string;
            }[];
            uuid: string;
            prescription_set_uuid: string | null;
            invoice: string | null;
            remarks: string;
            /** Format: uri */
            created_user: string;
            /** Format: uri */
            modified_user: string;
            created_application: string | null;
            modified_application: string | null;
            modified_session: string | null;
            /** Format: date-time */
            issue_time: string;
            is_order: boolean;
            is_payment: boolean;
            prescription_order: string | null;
            payment_details: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
            patients_data?: components["schemas"]["Patient"][];
            items_data?: components["schemas"]["PrescriptionItem"][];
            prescriber_data?: components["schemas"]["User"] | null;
            department_data?: components["schemas"]["Department"] | null;
            consultation_data?: components["schemas"]["Consultation"] | null;
        };
        PrescriptionItem: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            package_size: string | null;
            product_id: string | null;
            product_nplid: string | null;
            article_id: string | null;
            article_nplpackid: string | null;
            row_id: string | null;
            license_id: string | null;
            pharmacy_id: string | null;
            /** Format: uri */
            prescription: string;
            /** Format: date */
            valid_until: string;
            indication: string | null;
            dosage_form: string | null;
            strength: string;
            quantity: string | null;
            unit_description: string | null;
            package_content: string | null;
            quantity_packages: number;
            patients: string[];
            prescribed_medicine: string | null;
            latest_dispensing: string | null;
            instructions: string;
            language: string | null;
            repeat_number: number;
            repeat_timevalue: string | null;
            repeat_timeunit: string | null;
            patient_identification: string | null;
            patient_id_qualifier: string | null;
            patient_species: string | null;
            supplimentary_information: string | null;
            warnings: {
                /** Format: uri */
                contraindication: string;
                /** Format: uri */
                patient: string;
                substance: string;
                atc_prefix: string;
                reaction: string;
                contains: string;
            }[];
            warning_reason: string;
            /** Format: uri */
            created_user: string;
            /** Format: uri */
            modified_user: string;
            copied_from: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            prescription_data?: components["schemas"]["Prescription"] | null;
            patients_data?: components["schemas"]["Patient"][];
        };
        /** @enum {integer} */
        PrescriptionStatus: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @enum {string} */
        PriceOperation: "start" | "replace" | "divide" | "multiply" | "add_percent" | "round";
        /** @enum {string} */
        PriceStep: "list_price" | "alternative_pricing" | "dosage_unit" | "own_price" | "quantity" | "animals" | "percentage_change" | "vat" | "sum_total";
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /** Format: uri-reference */
            instance: string;
            errors?: components["schemas"]["ProblemErrors"];
            entry?: string;
        };
        ProblemErrors: components["schemas"]["FieldProblems"] | components["schemas"]["FieldProblems"][];
        Reason: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            duration: number;
            available_online: boolean;
            color: string;
            instructions: string;
            default_items: string[];
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            default_items_data?: components["schemas"]["DefaultItemOfAReason"][];
        };
        Search: {
            results: {
                type: components["schemas"]["SearchKind"];
                id: number;
                /** Format: uri */
                url: string;
                label: string;
                detail: string;
                found_by: components["schemas"]["SearchGround"];
                state: components["schemas"]["SearchState"];
                client: string | null;
                owing: string | null;
            }[];
        };
        /** @enum {string} */
        SearchGround: "name" | "phone_number" | "microchip" | "invoice_number";
        /** @enum {string} */
        SearchKind: "client" | "patient" | "invoice";
        /** @enum {string} */
        SearchState: "active" | "archived" | "deceased";
        Shift: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            user: string;
            /** Format: uri */
            department: string;
            weekday: components["schemas"]["Weekday"] | null;
            date: string | null;
            start: string | null;
            end: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            user_data?: components["schemas"]["User"] | null;
        };
        Species: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            code: string;
            archived: boolean;
        };
        StockLevel: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            item: string;
            /** Format: uri */
            department: string;
            batch_number: string;
            expiry_date: string | null;
            on_hand: string;
            negative: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            item_data?: components["schemas"]["Item"] | null;
        };
        TextTemplate: {
            id: number;
            /** Format: uri */
            url: string;
            name: string;
            shortcut: string;
            kind: components["schemas"]["TextTemplateKind"];
            text: string;
            /** @example fi */
            language: string;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {string} */
        TextTemplateKind: "note" | "discharge" | "prescription" | "message" | "other";
        /** @enum {string} */
        TimelineKind: "visit" | "vital" | "weight" | "prescription" | "imaging" | "appointment" | "invoice";
        UnallocatedPayment: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            department: string;
            /** Format: uri */
            client: string;
            payment_type: components["schemas"]["PaymentType"];
            paid: string;
            description: string;
            refunds: string | null;
            unused_amount: string;
            fully_used: boolean;
            external_info: {
                external_id: string;
                metadata: Record<string, never>;
            };
            /** Format: date */
            added: string;
            user: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            client_data?: components["schemas"]["Client"] | null;
        };
        /** @enum {integer} */
        UsageSize: 1 | 2;
        /** @enum {integer} */
        UsageType: 1 | 2 | 3 | 4;
        User: {
            id: number;
            /** Format: uri */
            url: string;
            first_name: string;
            last_name: string;
            /** @example aino@example.com */
            email: string;
            title: string;
            initials: string;
            phone: string;
            is_active: boolean;
            is_virtual: boolean;
            home_department: string | null;
            permission_groups: string[];
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        VatGroup: {
            id: number;
            /** Format: uri */
            url: string;
            title: string;
            percentage: string;
            account_number: string | null;
            archived: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        VitalSigns: {
            id: number;
            /** Format: uri */
            url: string;
            /** Format: uri */
            patient: string;
            consultation: string | null;
            /** Format: date-time */
            measured_at: string;
            temperature: string | null;
            heart_rate: number | null;
            respiratory_rate: number | null;
            capillary_refill: string | null;
            systolic_pressure: number | null;
            diastolic_pressure: number | null;
            oxygen_saturation: string | null;
            blood_glucose: string | null;
            pain_score: number | null;
            body_condition_score: number | null;
            mucous_membranes: string;
            remarks: string;
            /** Format: uri */
            user: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** @enum {integer} */
        Weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
