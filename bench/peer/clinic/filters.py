from django_filters import rest_framework as filters

from .models import Patient


class NumberIn(filters.BaseInFilter, filters.NumberFilter):
    pass


class PatientFilter(filters.FilterSet):
    client__is = filters.NumberFilter(field_name="client_id")
    client__in = NumberIn(field_name="client_id", lookup_expr="in")
    name__icontains = filters.CharFilter(field_name="name", lookup_expr="icontains")
    name__is = filters.CharFilter(field_name="name")
    microchip__is = filters.CharFilter(field_name="microchip")
    species__is = filters.NumberFilter(field_name="species_id")
    species__in = NumberIn(field_name="species_id", lookup_expr="in")
    breed__is = filters.NumberFilter(field_name="breed_id")
    archived__is = filters.BooleanFilter(field_name="archived")
    deceased__is_null = filters.BooleanFilter(field_name="deceased", lookup_expr="isnull")
    date_of_birth__gte = filters.DateFilter(field_name="date_of_birth", lookup_expr="gte")
    date_of_birth__lt = filters.DateFilter(field_name="date_of_birth", lookup_expr="lt")
    home_department__is = filters.NumberFilter(field_name="home_department_id")
    modified__gte = filters.IsoDateTimeFilter(field_name="modified", lookup_expr="gte")
    modified__lt = filters.IsoDateTimeFilter(field_name="modified", lookup_expr="lt")

    class Meta:
        model = Patient
        fields = []
