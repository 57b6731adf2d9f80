package gotypes

// Catalog is the document "citm_catalog".
type Catalog struct {
	AreaNames                map[string]string  `json:"areaNames"`
	AudienceSubCategoryNames map[string]string  `json:"audienceSubCategoryNames"`
	BlockNames               map[string]string  `json:"blockNames"`
	Events                   map[string]Show    `json:"events"`
	Performances             []Performance      `json:"performances"`
	SeatCategoryNames        map[string]string  `json:"seatCategoryNames"`
	SubTopicNames            map[string]string  `json:"subTopicNames"`
	SubjectNames             map[string]string  `json:"subjectNames"`
	TopicNames               map[string]string  `json:"topicNames"`
	TopicSubTopics           map[string][]int64 `json:"topicSubTopics"`
	VenueNames               map[string]string  `json:"venueNames"`
}

// Show is what is performed.
type Show struct {
	Description *string `json:"description"`
	ID          int64   `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIds []int64 `json:"subTopicIds"`
	SubjectCode *string `json:"subjectCode"`
	Subtitle    *string `json:"subtitle"`
	TopicIds    []int64 `json:"topicIds"`
}

// Performance is a show on a certain date.
type Performance struct {
	EventID int64   `json:"eventId"`
	ID      int64   `json:"id"`
	Logo    *string `json:"logo"`
	Name    *string `json:"name"`
	Prices  []struct {
		Amount                int64 `json:"amount"`
		AudienceSubCategoryID int64 `json:"audienceSubCategoryId"`
		SeatCategoryID        int64 `json:"seatCategoryId"`
	} `json:"prices"`
	SeatCategories []SeatCategory `json:"seatCategories"`
	SeatMapImage   *string        `json:"seatMapImage"`
	Start          int64          `json:"start"`
	VenueCode      string         `json:"venueCode"`
}

// SeatCategory is where seats of a kind are.
type SeatCategory struct {
	Areas []struct {
		AreaID   int64   `json:"areaId"`
		BlockIds []int64 `json:"blockIds"`
	} `json:"areas"`
	SeatCategoryID int64 `json:"seatCategoryId"`
}

// Features is the document "canada", which is GeoJSON.
type Features struct {
	Type     string    `json:"type"`
	Features []Feature `json:"features"`
}

// Feature is a country.
type Feature struct {
	Type       string            `json:"type"`
	Properties map[string]string `json:"properties"`
	Geometry   struct {
		Type        string         `json:"type"`
		Coordinates [][][2]float64 `json:"coordinates"`
	} `json:"geometry"`
}
