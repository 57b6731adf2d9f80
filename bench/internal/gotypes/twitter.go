package gotypes

// Search is the document "twitter", with all its members.
type Search struct {
	Statuses       []Tweet `json:"statuses"`
	SearchMetadata struct {
		CompletedIn float64 `json:"completed_in"`
		MaxID       int64   `json:"max_id"`
		MaxIDStr    string  `json:"max_id_str"`
		NextResults string  `json:"next_results"`
		Query       string  `json:"query"`
		RefreshURL  string  `json:"refresh_url"`
		Count       int     `json:"count"`
		SinceID     int64   `json:"since_id"`
		SinceIDStr  string  `json:"since_id_str"`
	} `json:"search_metadata"`
}

// Tweet is a status.
type Tweet struct {
	Metadata struct {
		ResultType      string `json:"result_type"`
		IsoLanguageCode string `json:"iso_language_code"`
	} `json:"metadata"`
	CreatedAt            string        `json:"created_at"`
	ID                   int64         `json:"id"`
	IDStr                string        `json:"id_str"`
	Text                 string        `json:"text"`
	Source               string        `json:"source"`
	Truncated            bool          `json:"truncated"`
	InReplyToStatusID    *int64        `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string       `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64        `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string       `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string       `json:"in_reply_to_screen_name"`
	User                 TwitterUser   `json:"user"`
	Geo                  any           `json:"geo"`
	Coordinates          any           `json:"coordinates"`
	Place                any           `json:"place"`
	Contributors         any           `json:"contributors"`
	RetweetedStatus      *Tweet        `json:"retweeted_status"`
	RetweetCount         int           `json:"retweet_count"`
	FavoriteCount        int           `json:"favorite_count"`
	Entities             TweetEntities `json:"entities"`
	Favorited            bool          `json:"favorited"`
	Retweeted            bool          `json:"retweeted"`
	PossiblySensitive    bool          `json:"possibly_sensitive"`
	Lang                 string        `json:"lang"`
}

// TweetEntities are the parts of the text of a status.
type TweetEntities struct {
	Hashtags     []Hashtag `json:"hashtags"`
	Symbols      []Hashtag `json:"symbols"`
	URLs         []Link    `json:"urls"`
	UserMentions []Mention `json:"user_mentions"`
	Media        []Media   `json:"media"`
}

// Hashtag is a word, and its place in the text.
type Hashtag struct {
	Text    string `json:"text"`
	Indices [2]int `json:"indices"`
}

// Mention names a user in the text.
type Mention struct {
	ScreenName string `json:"screen_name"`
	Name       string `json:"name"`
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	Indices    [2]int `json:"indices"`
}

// Link is a URL in the text.
type Link struct {
	URL         string `json:"url"`
	ExpandedURL string `json:"expanded_url"`
	DisplayURL  string `json:"display_url"`
	Indices     [2]int `json:"indices"`
}

// Media is a picture.
type Media struct {
	ID            int64  `json:"id"`
	IDStr         string `json:"id_str"`
	Indices       [2]int `json:"indices"`
	MediaURL      string `json:"media_url"`
	MediaURLHTTPS string `json:"media_url_https"`
	URL           string `json:"url"`
	DisplayURL    string `json:"display_url"`
	ExpandedURL   string `json:"expanded_url"`
	Type          string `json:"type"`
	Sizes         map[string]struct {
		Width  int    `json:"w"`
		Height int    `json:"h"`
		Resize string `json:"resize"`
	} `json:"sizes"`
	SourceStatusID    int64  `json:"source_status_id"`
	SourceStatusIDStr string `json:"source_status_id_str"`
}

// TwitterUser is the author of a status.
type TwitterUser struct {
	ID                             int64               `json:"id"`
	IDStr                          string              `json:"id_str"`
	Name                           string              `json:"name"`
	ScreenName                     string              `json:"screen_name"`
	Location                       string              `json:"location"`
	Description                    string              `json:"description"`
	URL                            *string             `json:"url"`
	Entities                       TwitterUserEntities `json:"entities"`
	Protected                      bool                `json:"protected"`
	FollowersCount                 int                 `json:"followers_count"`
	FriendsCount                   int                 `json:"friends_count"`
	ListedCount                    int                 `json:"listed_count"`
	CreatedAt                      string              `json:"created_at"`
	FavouritesCount                int                 `json:"favourites_count"`
	UTCOffset                      *int                `json:"utc_offset"`
	TimeZone                       *string             `json:"time_zone"`
	GeoEnabled                     bool                `json:"geo_enabled"`
	Verified                       bool                `json:"verified"`
	StatusesCount                  int                 `json:"statuses_count"`
	Lang                           string              `json:"lang"`
	ContributorsEnabled            bool                `json:"contributors_enabled"`
	IsTranslator                   bool                `json:"is_translator"`
	IsTranslationEnabled           bool                `json:"is_translation_enabled"`
	ProfileBackgroundColor         string              `json:"profile_background_color"`
	ProfileBackgroundImageURL      string              `json:"profile_background_image_url"`
	ProfileBackgroundImageURLHTTPS string              `json:"profile_background_image_url_https"`
	ProfileBackgroundTile          bool                `json:"profile_background_tile"`
	ProfileImageURL                string              `json:"profile_image_url"`
	ProfileImageURLHTTPS           string              `json:"profile_image_url_https"`
	ProfileBannerURL               string              `json:"profile_banner_url"`
	ProfileLinkColor               string              `json:"profile_link_color"`
	ProfileSidebarBorderColor      string              `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor        string              `json:"profile_sidebar_fill_color"`
	ProfileTextColor               string              `json:"profile_text_color"`
	ProfileUseBackgroundImage      bool                `json:"profile_use_background_image"`
	DefaultProfile                 bool                `json:"default_profile"`
	DefaultProfileImage            bool                `json:"default_profile_image"`
	Following                      bool                `json:"following"`
	FollowRequestSent              bool                `json:"follow_request_sent"`
	Notifications                  bool                `json:"notifications"`
}

// TwitterUserEntities are the links in the profile of a user.
type TwitterUserEntities struct {
	URL         Links `json:"url"`
	Description Links `json:"description"`
}

// Links is a list of links.
type Links struct {
	URLs []Link `json:"urls"`
}

// Summary is the document "twitter" with nine members of each status.
type Summary struct {
	Statuses []SummaryTweet `json:"statuses"`
}

// SummaryTweet has nine of the members of a status.
type SummaryTweet struct {
	CreatedAt string `json:"created_at"`
	ID        int64  `json:"id"`
	Text      string `json:"text"`
	Source    string `json:"source"`
	User      struct {
		Name       string `json:"name"`
		ScreenName string `json:"screen_name"`
	} `json:"user"`
	RetweetCount  int    `json:"retweet_count"`
	FavoriteCount int    `json:"favorite_count"`
	Retweeted     bool   `json:"retweeted"`
	Lang          string `json:"lang"`
}
