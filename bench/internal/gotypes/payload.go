package gotypes

// Request is the document "payload-small".
type Request struct {
	Status    int    `json:"st"`
	SiteID    int    `json:"sid"`
	Traffic   string `json:"tt"`
	Group     int    `json:"gr"`
	UUID      string `json:"uuid"`
	IP        string `json:"ip"`
	UserAgent string `json:"ua"`
	TimeZone  int    `json:"tz"`
	Version   int    `json:"v"`
}

// Entry is a record of the NDJSON that is decoded record by record.
type Entry struct {
	Time             string   `json:"time"`
	Level            string   `json:"level"`
	Msg              string   `json:"msg"`
	User             int64    `json:"user"`
	TookMilliseconds float64  `json:"took_ms"`
	OK               bool     `json:"ok"`
	Tags             []string `json:"tags"`
	Peer             *string  `json:"peer"`
}

// Contact is the document "payload-medium".
type Contact struct {
	Person  Person  `json:"person"`
	Company *string `json:"company"`
}

// Person is a person, and their profiles on other sites.
type Person struct {
	ID   string `json:"id"`
	Name struct {
		FullName   string `json:"fullName"`
		GivenName  string `json:"givenName"`
		FamilyName string `json:"familyName"`
	} `json:"name"`
	Email    string `json:"email"`
	Gender   string `json:"gender"`
	Location string `json:"location"`
	Geo      struct {
		City    string  `json:"city"`
		State   string  `json:"state"`
		Country string  `json:"country"`
		Lat     float64 `json:"lat"`
		Lng     float64 `json:"lng"`
	} `json:"geo"`
	Bio        string `json:"bio"`
	Site       string `json:"site"`
	Avatar     string `json:"avatar"`
	Employment struct {
		Name   string `json:"name"`
		Title  string `json:"title"`
		Domain string `json:"domain"`
	} `json:"employment"`
	Facebook   Profile `json:"facebook"`
	Github     Profile `json:"github"`
	Twitter    Profile `json:"twitter"`
	Linkedin   Profile `json:"linkedin"`
	Googleplus Profile `json:"googleplus"`
	Angellist  Profile `json:"angellist"`
	Klout      Profile `json:"klout"`
	Foursquare Profile `json:"foursquare"`
	Aboutme    Profile `json:"aboutme"`
	Gravatar   struct {
		Handle  string   `json:"handle"`
		URLs    []string `json:"urls"`
		Avatar  string   `json:"avatar"`
		Avatars []struct {
			URL  string `json:"url"`
			Type string `json:"type"`
		} `json:"avatars"`
	} `json:"gravatar"`
	Fuzzy bool `json:"fuzzy"`
}

// Profile is a profile on any of the sites.
type Profile struct {
	Handle    *string  `json:"handle"`
	ID        int64    `json:"id"`
	Avatar    *string  `json:"avatar"`
	Bio       *string  `json:"bio"`
	Company   string   `json:"company"`
	Blog      string   `json:"blog"`
	Site      string   `json:"site"`
	Location  string   `json:"location"`
	Followers int      `json:"followers"`
	Following int      `json:"following"`
	Statuses  int      `json:"statuses"`
	Favorites int      `json:"favorites"`
	Score     *float64 `json:"score"`
}
