from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission

patients_and_clients = "General: Patients and clients"
invoices = "Financial: Invoices"


class AccountTokenAuthentication(TokenAuthentication):
    """Reads the token, its user and the user's account in one query."""

    def authenticate_credentials(self, key):
        model = self.get_model()
        try:
            token = model.objects.select_related("user__account").get(key=key)
        except model.DoesNotExist:
            raise AuthenticationFailed("Invalid token.")
        if not token.user.is_active:
            raise AuthenticationFailed("User inactive or deleted.")
        return token.user, token


class HasAccountPermission(BasePermission):
    """The account must have the `permission` of the view, to write for unsafe methods."""

    def has_permission(self, request, view):
        if not request.user.is_authenticated:
            return False
        account = request.user.account
        if account.organisation_id != view.kwargs["organisation"]:
            return False
        if view.permission in account.write:
            return True
        return request.method in SAFE_METHODS and view.permission in account.read
