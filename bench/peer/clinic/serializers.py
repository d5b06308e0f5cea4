import re

import phonenumbers
from django.conf import settings
from rest_framework import serializers

from .models import Client, InvoicePayment, Patient, PhoneNumber


class Microseconds(serializers.DateTimeField):
    def __init__(self, **kwargs):
        super().__init__(format="%Y-%m-%dT%H:%M:%S.%fZ", **kwargs)


class Link(serializers.Field):
    """The address of a record, made from its id alone: nothing is read and no route is looked up."""

    def __init__(self, resource, **kwargs):
        self.resource = resource
        super().__init__(**kwargs)

    def base(self):
        return f"/{self.context['organisation']}/api/0.1/{self.resource}/"

    def to_representation(self, value):
        return f"{settings.PUBLIC_URL}{self.base()}{value}/"

    def to_internal_value(self, data):
        match = re.fullmatch(r"https?://[^/]+" + re.escape(self.base()) + r"(\d{1,15})/", str(data))
        if match is None:
            raise serializers.ValidationError("Invalid hyperlink.")
        return int(match[1])


class PatientSerializer(serializers.ModelSerializer):
    url = Link("patient", source="id", read_only=True)
    client = Link("client", source="client_id", read_only=True)
    species = serializers.CharField(source="species.name", read_only=True)
    species_code = serializers.IntegerField(source="species_id", read_only=True)
    breed = serializers.CharField(source="breed.name", default=None, read_only=True)
    breed_code = serializers.IntegerField(source="breed_id", read_only=True)
    home_department = Link("department", source="home_department_id", read_only=True)
    fields_rel = serializers.SerializerMethodField()
    created = Microseconds(read_only=True)
    modified = Microseconds(read_only=True)

    class Meta:
        model = Patient
        fields = [
            "id", "url", "client", "name", "official_name", "species", "species_code", "breed", "breed_code", "gender",
            "color", "weight", "date_of_birth", "deceased", "reason_of_death", "microchip", "microchip_date",
            "date_of_registration", "insurance", "insurance_company", "passport_number", "register_number",
            "herd_size", "not_for_food", "blood_group", "remarks", "critical_notes", "home_department", "tags_rel",
            "fields_rel", "archived", "created", "modified",
        ]  # fmt: skip

    def get_fields_rel(self, patient):
        return []


class PhoneNumberSerializer(serializers.ModelSerializer):
    url = Link("phonenumber", source="id", read_only=True)
    client = Link("client", source="client_id")
    phone_number = serializers.CharField(max_length=63)
    description = serializers.CharField(max_length=127, required=False, allow_blank=True)
    created = Microseconds(read_only=True)
    modified = Microseconds(read_only=True)

    class Meta:
        model = PhoneNumber
        fields = ["id", "url", "client", "phone_number", "e164", "type_code", "description", "created", "modified"]
        read_only_fields = ["e164"]

    def validate(self, attrs):
        client = (
            Client.objects.select_related("organisation")
            .filter(organisation=self.context["organisation"], id=attrs["client_id"])
            .first()
        )
        if client is None:
            raise serializers.ValidationError({"client": ["Invalid hyperlink - Object does not exist."]})
        country = client.country or client.organisation.country
        try:
            number = phonenumbers.parse(attrs["phone_number"], country)
        except phonenumbers.NumberParseException:
            number = None
        if number is None or not phonenumbers.is_valid_number(number):
            raise serializers.ValidationError({"phone_number": [f"This is no valid phone number of {country}."]})
        return {**attrs, "e164": phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)}


class InvoicePaymentSerializer(serializers.ModelSerializer):
    url = Link("invoicepayment", source="id", read_only=True)
    invoice = Link("invoice", source="invoice_id")
    payment_type = serializers.ChoiceField(choices=[0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 15])
    paid = serializers.DecimalField(max_digits=14, decimal_places=2)
    date_added = Microseconds(required=False)
    cancels = Link("invoicepayment", source="cancels_id", read_only=True)
    unallocatedpayment = serializers.ReadOnlyField(default=None)
    user = Link("user", source="user_id", read_only=True)
    created = Microseconds(read_only=True)
    modified = Microseconds(read_only=True)

    class Meta:
        model = InvoicePayment
        fields = [
            "id", "url", "invoice", "payment_type", "paid", "date_added", "info", "cancels", "unallocatedpayment",
            "set_off", "user", "created", "modified",
        ]  # fmt: skip
        read_only_fields = ["info", "set_off"]
