package source

import (
	"slices"
	"testing"
)

// TestPropertiesLikeJava holds what java.util.Properties (Java 17) returned for
// each input; a name that comes twice has Java's place and last value.
func TestPropertiesLikeJava(t *testing.T) {
	cases := []struct {
		in   string
		want []string // name, value, …
	}{
		{"a=1", []string{"a", "1"}},
		{"a = 1 ", []string{"a", "1 "}},
		{"a:1", []string{"a", "1"}},
		{"a 1", []string{"a", "1"}},
		{"a\t=\t1", []string{"a", "1"}},
		{"a= b=c", []string{"a", "b=c"}},
		{"a==b", []string{"a", "=b"}},
		{"a:=b", []string{"a", "=b"}},
		{"a =:b", []string{"a", ":b"}},
		{"a", []string{"a", ""}},
		{"=v", []string{"", "v"}},
		{" = v", []string{"", "v"}},
		{":", []string{"", ""}},
		{"a\\=b=c", []string{"a=b", "c"}},
		{"a\\:b:c", []string{"a:b", "c"}},
		{"a\\ b c", []string{"a b", "c"}},
		{"#c\na=1", []string{"a", "1"}},
		{"!c\na=1", []string{"a", "1"}},
		{"  # c\na=1", []string{"a", "1"}},
		{"a=1 # no comment", []string{"a", "1 # no comment"}},
		{"a=b\\\n  c", []string{"a", "bc"}},
		{"a=b\\\\\nc=d", []string{"a", "b\\", "c", "d"}},
		{"a=b\\\r\n\t c", []string{"a", "bc"}},
		{"a=b\\\n\nc=d", []string{"a", "b", "c", "d"}},
		{"a=b\\\n#x\nc=d", []string{"a", "b#x", "c", "d"}},
		{"\\\na=1", []string{"a", "1"}},
		{"\\\n#x\na=1", []string{"a", "1"}},
		{"\\\n\na=1", []string{"a", "1"}},
		{"# c\\\na=1", []string{"a", "1"}},
		{"a=\\u00e9", []string{"a", "é"}},
		{"a=\\u65e5", []string{"a", "日"}},
		{"a\\u003db=c", []string{"a=b", "c"}},
		{"a=\\q\\t\\n", []string{"a", "q\t\n"}},
		{"a=b\\", []string{"a", "b"}},
		{"a=\\", []string{"a", ""}},
		{"\\", []string{"", ""}},
		{"a=1\rb=2", []string{"a", "1", "b", "2"}},
		{"a=1\r\nb=2", []string{"a", "1", "b", "2"}},
		{"a=1\na=2", []string{"a", "2"}},
		{"\f a=1", []string{"a", "1"}},
		{"a\f1", []string{"a", "1"}},
		{"a= \\\n  b", []string{"a", "b"}},
		{"a\\\n b=c", []string{"ab", "c"}},
		{"a\\\n=c", []string{"a", "c"}},
		{"a=\\\\", []string{"a", "\\"}},
		{"a\\\\=b", []string{"a\\", "b"}},
		{"a=b \\\n c", []string{"a", "b c"}},
		{"a =\\\n\\\n b", []string{"a", "b"}},
		{"a=x\\\n  \nb=y", []string{"a", "x", "b", "y"}},
		{"a=x\\\n  # y\nb=z", []string{"a", "x# y", "b", "z"}},
		{"\\ a=b", []string{" a", "b"}},
		{"a=\\ b", []string{"a", " b"}},
		{"a=b\\\r\rc=d", []string{"a", "b", "c", "d"}},
		{"a=x\\\n\\\n\\\ny", []string{"a", "xy"}},
		{"a=1\\\n!b=2", []string{"a", "1!b=2"}},
		{"  \\\n  a=1", []string{"a", "1"}},
		{"a=\\u0009b", []string{"a", "\tb"}},
		{"a\n\n\nb", []string{"a", "", "b", ""}},
		{"a=x\\\n   \\\n#b=y", []string{"a", "x#b=y"}},
	}
	for _, c := range cases {
		n, err := ParseProperties(Whole(NewFile("x", []byte(c.in))))
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		var got []string
		for _, f := range n.Children {
			if i := slices.Index(got, f.Name); i >= 0 && i%2 == 0 {
				got[i+1] = f.Value
				continue
			}
			got = append(got, f.Name, f.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}
