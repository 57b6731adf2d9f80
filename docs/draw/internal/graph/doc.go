// Package graph places the nodes of an acyclic graph in rows, so that all arrows point down.
//
// [Arrange] follows Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures"
// (1981): it chooses a row for each node, then an order for each row in which few arrows cross, then positions.
// An arrow that passes a row has a lane of its own there, so no arrow runs through a node. The same graph always
// gets the same places.
package graph
