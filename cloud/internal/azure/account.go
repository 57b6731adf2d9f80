package azure

import (
	"cmp"
	"encoding/base64"
	"errors"
	"strings"
)

// An account is a storage account.
type account struct {
	name      string
	endpoint  string // the address of the account, without a slash at the end
	key       []byte // nil if there is none
	signature string // a shared access signature (SAS), or ""
}

// The account of the local emulators, whose key is public.
const (
	emulatorName     = "devstoreaccount1"
	emulatorKey      = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	emulatorEndpoint = "http://127.0.0.1:10000/" + emulatorName
)

// accountOf returns the account of AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT.
func accountOf(getenv func(string) string) (a account, err error) {
	key := getenv("AZURE_STORAGE_KEY")
	a.signature = getenv("AZURE_STORAGE_SAS_TOKEN")
	if text := getenv("AZURE_STORAGE_CONNECTION_STRING"); text != "" {
		a, key = fromConnection(text)
	} else if a.name = getenv("AZURE_STORAGE_ACCOUNT"); a.name != "" {
		a.endpoint = "https://" + a.name + ".blob.core.windows.net"
	}
	if a.endpoint == "" {
		return a, errors.New("there is no Azure storage account; set AZURE_STORAGE_ACCOUNT or AZURE_STORAGE_CONNECTION_STRING")
	}
	a.endpoint = strings.TrimSuffix(a.endpoint, "/")
	a.signature = strings.TrimPrefix(a.signature, "?")
	if key != "" {
		if a.key, err = base64.StdEncoding.DecodeString(key); err != nil {
			return a, errors.New("the key of the Azure storage account is not valid base64")
		}
	}
	return a, nil
}

// fromConnection returns the account that a connection string describes, and its key.
func fromConnection(text string) (a account, key string) {
	fields := map[string]string{}
	for field := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(field, "=")
		fields[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	if strings.EqualFold(fields["usedevelopmentstorage"], "true") {
		return account{name: emulatorName, endpoint: emulatorEndpoint}, emulatorKey
	}
	a = account{name: fields["accountname"], endpoint: fields["blobendpoint"], signature: fields["sharedaccesssignature"]}
	if a.endpoint == "" && a.name != "" {
		a.endpoint = cmp.Or(fields["defaultendpointsprotocol"], "https") + "://" + a.name + ".blob." + cmp.Or(fields["endpointsuffix"], "core.windows.net")
	}
	return a, fields["accountkey"]
}
