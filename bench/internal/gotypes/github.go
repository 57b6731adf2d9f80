package gotypes

// Event is an element of the document "github_events".
type Event struct {
	Type      string     `json:"type"`
	CreatedAt string     `json:"created_at"`
	Actor     GitHubUser `json:"actor"`
	Repo      struct {
		URL  string `json:"url"`
		ID   int64  `json:"id"`
		Name string `json:"name"`
	} `json:"repo"`
	Public  bool         `json:"public"`
	Payload EventPayload `json:"payload"`
	ID      string       `json:"id"`
	Org     *GitHubUser  `json:"org"`
}

// GitHubUser is a user or an organization, without the URLs of lists.
type GitHubUser struct {
	GravatarID string `json:"gravatar_id"`
	Login      string `json:"login"`
	ID         int64  `json:"id"`
	URL        string `json:"url"`
	AvatarURL  string `json:"avatar_url"`
	Type       string `json:"type"`
}

// EventPayload has members of several kinds of events.
type EventPayload struct {
	Commits []Commit `json:"commits"`
	Ref     *string  `json:"ref"`
	PushID  int64    `json:"push_id"`
	Head    string   `json:"head"`
	Before  string   `json:"before"`
	Size    int      `json:"size"`
	Action  string   `json:"action"`
	Issue   *Issue   `json:"issue"`
}

// Commit is a commit that was pushed.
type Commit struct {
	URL      string `json:"url"`
	Message  string `json:"message"`
	Distinct bool   `json:"distinct"`
	SHA      string `json:"sha"`
	Author   struct {
		Email string `json:"email"`
		Name  string `json:"name"`
	} `json:"author"`
}

// Issue is an issue, or a pull request.
type Issue struct {
	User      GitHubUser `json:"user"`
	URL       string     `json:"url"`
	Title     string     `json:"title"`
	Body      string     `json:"body"`
	Labels    []string   `json:"labels"`
	CreatedAt string     `json:"created_at"`
	ClosedAt  *string    `json:"closed_at"`
	Number    int        `json:"number"`
	Comments  int        `json:"comments"`
	State     string     `json:"state"`
}
